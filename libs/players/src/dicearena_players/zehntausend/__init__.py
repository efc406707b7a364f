"""Zehntausend: what a turn is worth."""
