"""``dicearena tables``: the host's look at the tables, and the key to a stuck one."""
