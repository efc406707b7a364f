"""`dicearena bench --rules`: what rules, views and computers cost, in this process and in CPU time."""
