"""Pure bot policies and the solvers that make their tables."""
