"""Computing Schocken."""
