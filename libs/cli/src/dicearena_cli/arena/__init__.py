"""`dicearena arena`: computers against each other."""
