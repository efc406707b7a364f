"""The only randomness."""
