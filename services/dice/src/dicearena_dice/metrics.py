"""The dice service's own metrics. Faces are never counted here: games are still running."""

from __future__ import annotations

from prometheus_client import Counter

DICE = Counter("dicearena_dice_total", "Dice handed out, repeated throws included.")
CACHE_MISSES = Counter("dicearena_dice_cache_misses_total", "Tables whose sealed secret was read from the store.")
