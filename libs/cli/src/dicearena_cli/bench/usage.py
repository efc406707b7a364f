"""CPU time and memory of the processes of a house."""

from __future__ import annotations

from collections.abc import Mapping

import psutil


def cpu_seconds(pids: Mapping[str, int]) -> dict[str, float]:
    """User plus system time per process so far, in seconds."""
    taken = {}
    for name, pid in pids.items():
        times = psutil.Process(pid).cpu_times()
        taken[name] = times.user + times.system
    return taken


def rss_kb(pids: Mapping[str, int]) -> float:
    """Resident memory of all processes together, in KB."""
    return sum(psutil.Process(pid).memory_info().rss for pid in pids.values()) / 1024
