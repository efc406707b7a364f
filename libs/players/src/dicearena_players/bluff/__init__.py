"""Computers for Bluff."""
