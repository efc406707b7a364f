"""The three computers at the cup."""

from dicearena_players.maexchen.plain import Easy, Normal
from dicearena_players.maexchen.strong import Strong

__all__ = ["Easy", "Normal", "Strong"]
