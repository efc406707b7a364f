"""Workers that take turns from a queue."""
