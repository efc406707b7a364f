"""General: solver."""
