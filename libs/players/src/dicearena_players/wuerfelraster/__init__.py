"""Würfelraster: a learnt value of lines, and computers that play from it."""
