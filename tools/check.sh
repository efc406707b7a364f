#!/usr/bin/env bash
# Every check of the house; goes on after a failure, so that one run shows all of them.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=()

step() {
    local name=$1
    shift
    echo "-- $name"
    "$@" || failed+=("$name")
}

step "ruff check" ruff check .
step "ruff format" ruff format --check .
step "mypy" mypy
step "mypy of tests and tools" mypy tests tools
step "import arrows" lint-imports
step "house laws" python tools/house_laws.py
step "generated files" python tools/generate.py --check
step "nats.conf" python -m dicearena_bus.natsconf --check
step "web client" npm --prefix web run --silent check

if ((${#failed[@]})); then
    printf 'failed: %s\n' "${failed[@]}"
    exit 1
fi
echo "all checks passed"
