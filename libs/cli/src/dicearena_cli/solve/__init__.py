"""`dicearena solve`: makes the tables that the strong computers play from."""
