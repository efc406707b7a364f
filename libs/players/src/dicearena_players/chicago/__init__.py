"""Computing Chicago."""
