"""Gipfelsturm: a learnt value of positions, and computers that look ahead with it."""
