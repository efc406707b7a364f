"""Solved tables as package data: compressed arrays, a format version and a checksum, checked when they are loaded.

``data/manifest.json`` holds ``{file: {"version", "sha256"}}``. `dicearena solve` writes both files; a policy reads
them once per process.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
MANIFEST = "manifest.json"


class TableError(Exception):
    """A shipped table is missing, of another version, or damaged."""


@cache
def load(name: str, version: int) -> Mapping[str, Array]:
    """The arrays of the shipped ``data/<name>.npz``; see `read`."""
    return read(resources.files("dicearena_players") / "data", name, version)


def read(folder: Traversable, name: str, version: int) -> Mapping[str, Array]:
    """The arrays of ``<name>.npz``.

    Raises TableError where it is not the file that `dicearena solve` made for this version of the code.
    """
    entry = json.loads((folder / MANIFEST).read_text("utf-8")).get(f"{name}.npz")
    if entry is None or entry["version"] != version:
        found = "none" if entry is None else entry["version"]
        raise TableError(f"{name}: expected table version {version}, found {found}; run `dicearena solve`")
    content = (folder / f"{name}.npz").read_bytes()
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise TableError(f"{name}: checksum differs from {MANIFEST}; run `dicearena solve`")
    # Kept open: an array is unpacked when it is asked for.
    arrays: Mapping[str, Array] = np.load(io.BytesIO(content), allow_pickle=False)
    return arrays


def save(folder: Path, name: str, version: int, arrays: Mapping[str, Array]) -> Path:
    """Write ``<name>.npz`` and its line in the manifest of ``folder``; the same arrays give the same bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    content = buffer.getvalue()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.npz"
    path.write_bytes(content)
    manifest = folder / MANIFEST
    entries = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {}
    entries[path.name] = {"version": version, "sha256": hashlib.sha256(content).hexdigest()}
    manifest.write_text(json.dumps(dict(sorted(entries.items())), indent=2) + "\n", "utf-8")
    return path
