"""Ports and addresses of this machine."""

from __future__ import annotations

import errno
import os
import socket
from typing import Final

import psutil

# Below the range from which the system takes source ports: a service that reconnects to a port of that range while
# nobody listens there can, on one machine, end up connected to itself and keep the port from its owner.
_FIRST: Final = 20_000
_COUNT: Final = 12_000
_VIRTUAL: Final = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap")


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now.

    Raises OSError where the address is not this machine's or the port is not allowed.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def free_ports(count: int) -> list[int]:
    """Find free ports on 127.0.0.1; processes start to look at different places."""
    start = os.getpid() * 37
    found: list[int] = []
    for step in range(_COUNT):
        port = _FIRST + (start + step) % _COUNT
        if is_free("127.0.0.1", port):
            found.append(port)
            if len(found) == count:
                return found
    raise OSError(errno.EADDRNOTAVAIL, f"fewer than {count} free ports on this machine")


def network_addresses() -> list[str]:
    """IPv4 addresses under which others in the same network may reach this machine."""
    states = psutil.net_if_stats()
    return [
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        if not name.startswith(_VIRTUAL) and name in states and states[name].isup
        for address in addresses
        if address.family == socket.AF_INET and not address.address.startswith(("127.", "169.254."))
    ]
