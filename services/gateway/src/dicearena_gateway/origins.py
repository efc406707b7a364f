"""Where a request comes from: its page (Origin), and its address behind trusted proxies.

The origin check compares with the Host header, so it works on a LAN address that nobody configured.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}


def origin_allowed(origin: str | None, host: str | None, scheme: str, allowed: frozenset[str]) -> bool:
    """Whether a page of ``origin`` may talk to us under ``host``. No origin at all: not a browser's page, allowed."""
    if origin is None:
        return True
    origin = origin.lower()
    if origin in allowed:
        return True
    try:
        page, ours = urlsplit(origin), urlsplit(f"{scheme}://{(host or '').lower()}")
        if page.scheme not in ("http", "https") or not page.hostname:
            return False
        return (page.hostname, page.port or _PORTS[page.scheme]) == (ours.hostname, ours.port or _PORTS[page.scheme])
    except ValueError:
        return False


class Proxies:
    """Believes X-Forwarded-For and -Proto from trusted peers only."""

    def __init__(self, trusted: str) -> None:
        self._networks = [ip_network(part, strict=False) for part in trusted.split()]

    def _trusts(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)

    def resolve(self, peer: str, scheme: str, header: Callable[[str], str]) -> tuple[str, str]:
        """The client's address and scheme ('http' or 'https'). ``header`` joins all lines of that name by commas."""
        if not self._trusts(peer):
            return peer, scheme
        forwarded = [part.strip() for part in header("x-forwarded-for").split(",") if part.strip()]
        address = next((part for part in reversed(forwarded) if not self._trusts(part)), peer)
        proto = (header("x-forwarded-proto") or scheme).split(",")[-1].strip().lower()
        return address, {"ws": "http", "wss": "https"}.get(proto, proto if proto in ("http", "https") else scheme)
