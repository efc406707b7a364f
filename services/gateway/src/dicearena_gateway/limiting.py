"""How often somebody may ask: the house's rates, counted in memory by the `limits` library."""

from __future__ import annotations

from dicearena_contracts.errors import DicearenaError, ErrorCode
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

from dicearena_gateway.settings import GatewaySettings


class Limits:
    """REST requests, new guests and chat lines. (Frames have a bucket per socket, see `Bucket`.)"""

    def __init__(self, settings: GatewaySettings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._rest = parse(settings.rate_rest)
        self._guests = parse(settings.rate_guests)
        self._chat = parse(settings.rate_chat)

    async def rest(self, who: str) -> None:
        """Count a request. Raises DicearenaError (too_many)."""
        await self._hit(self._rest, "rest", who)

    async def guest(self, address: str) -> None:
        """Count a new guest. Raises DicearenaError (too_many)."""
        await self._hit(self._guests, "guests", address)

    async def chat(self, person: str) -> None:
        """Count a chat line, from wherever it comes. Raises DicearenaError (too_many)."""
        await self._hit(self._chat, "chat", person)

    async def _hit(self, rate: RateLimitItem, *who: str) -> None:
        if not await self._limiter.hit(rate, *who):
            raise DicearenaError(ErrorCode.TOO_MANY)


class Bucket:
    """A token bucket: the rate refills it, and it holds one period's worth. Four numbers per socket."""

    __slots__ = ("_at", "_level", "_per_second", "_size")

    def __init__(self, rate: RateLimitItem, now: float) -> None:
        self._size = float(rate.amount)
        self._per_second = rate.amount / rate.get_expiry()
        self._level = self._size
        self._at = now

    def take(self, now: float) -> bool:
        """Take one token; False where none is left."""
        self._level = min(self._size, self._level + (now - self._at) * self._per_second)
        self._at = now
        if self._level < 1.0:
            return False
        self._level -= 1.0
        return True
