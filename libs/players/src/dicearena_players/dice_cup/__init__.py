"""Dice Cup: exact values of a sheet."""
