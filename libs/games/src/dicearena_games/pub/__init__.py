"""Pub games with three dice: Schocken, Chicago."""
