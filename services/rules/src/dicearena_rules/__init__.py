"""The table host, run once per family."""
