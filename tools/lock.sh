#!/usr/bin/env bash
# Writes the hash-pinned locks. uv.lock stays out of git: it names the package index.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=.venv/bin/uv
rm -f uv.lock
$uv lock -q
export_lock() { $uv export -q --frozen --all-packages --no-emit-workspace --format requirements-txt --no-header "$@" >/dev/null; }
export_lock --no-dev --group build -o requirements/run.txt
export_lock --all-groups -o requirements/dev.txt
rm -f uv.lock
