#!/usr/bin/env bash
# Runs the tests: `quick` leaves out the full-length variants and the failure tests, `long` runs only them, `all` both.
# Container tests have a run of their own (see docs/operations.md); they need a Docker engine.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=$1
shift

command -v chromium >/dev/null || echo "chromium is missing: the browser tests will be skipped (Debian: apt-get install chromium)"
case $kind in
    quick) exec .venv/bin/pytest -m "not containers and not chaos and not full" "$@" ;;
    long) exec .venv/bin/pytest -m "(chaos or full) and not containers" "$@" ;;
    all) exec .venv/bin/pytest -m "not containers" "$@" ;;
    *) echo "unknown kind of test run: $kind (quick, long or all)" >&2; exit 2 ;;
esac
