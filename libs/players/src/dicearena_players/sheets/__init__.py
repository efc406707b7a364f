"""What the solvers of the sheet games share."""
