"""Names for computers: the same table and seat always get the same one."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

RECHENMEISTER = "Rechenmeister"
NAMES = (
    "Anton", "Berta", "Carla", "Dieter", "Emil", "Frieda", "Gustav", "Hanna", "Ida", "Jakob", "Käthe", "Ludwig",
    "Marta", "Nele", "Otto", "Paula", "Quirin", "Rosa", "Siegfried", "Thea", "Uwe", "Vroni", "Willi", "Xaver",
    "Yvonne", "Zenzi", "Alma", "Bruno", "Clemens", "Dora", "Erwin", "Fritz", "Greta", "Heinz", "Inge", "Jupp",
    "Kurt", "Lotte", "Max", "Olga",
)  # fmt: skip


def computer_name(table: str, seat: int, taken: Collection[str] = ()) -> str:
    """The name of the computer on a seat: the pool in an order drawn from the table's id, without those taken."""
    order = sorted(NAMES, key=lambda name: hashlib.sha256(f"{table}|{name}".encode()).digest())
    free = [name for name in order if name not in taken] or order
    return free[seat % len(free)]
