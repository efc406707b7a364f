"""Würfelpoker: solver."""
