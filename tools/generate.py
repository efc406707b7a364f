"""Write every generated file from the contracts, the games and the gateway, or check that they are up to date.

python tools/generate.py            write generated/ and web/src/contracts.ts
python tools/generate.py --check    fail where a committed file differs
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))


def files() -> Iterator[tuple[Path, str]]:
    """Every generated file: where it lies, and its text."""
    from generators import asyncapi, openapi, schemas, typescript

    yield ROOT / "generated/openapi.json", openapi.document()
    yield ROOT / "generated/asyncapi.json", asyncapi.document()
    for name, text in schemas.documents():
        yield ROOT / "generated/schemas" / name, text
    yield ROOT / "web/src/contracts.ts", typescript.document(ROOT / "web")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on any difference")
    check = parser.parse_args().check
    wanted = dict(files())
    present = set((ROOT / "generated").rglob("*.json")) if (ROOT / "generated").exists() else set()
    drifted = False
    for path, text in wanted.items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if old == text:
            continue
        drifted = True
        name = str(path.relative_to(ROOT))
        if check:
            sides = old.splitlines(), text.splitlines(), name, f"{name} (generated)"
            print("\n".join(list(difflib.unified_diff(*sides, lineterm="", n=1))[:40]))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    for stale in sorted(present - set(wanted)):
        drifted = True
        print(f"{'not generated any more' if check else 'removed'}: {stale.relative_to(ROOT)}")
        if not check:
            stale.unlink()
    if check and drifted:
        print("Generated files differ; run `python tools/generate.py` and commit.")
    return 1 if check and drifted else 0


if __name__ == "__main__":
    raise SystemExit(main())
