"""Results, leaderboard, my games, daily list."""
