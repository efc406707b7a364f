#!/usr/bin/env bash
# Makes .venv with the given python, and uv in it by its pinned hash.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Dicearena needs Python 3.11 or newer; '$python' is $("$python" --version 2>&1 || echo missing)." >&2
    echo "Name another one: make ${MAKECMDGOALS:-run} PYTHON=/path/to/python3.11" >&2
    exit 1
fi
if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        echo "Python's venv module is missing. On Debian: apt-get install python3-venv" >&2
        exit 1
    fi
    echo "making .venv ..."
    "$python" -m venv --clear .venv
fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
