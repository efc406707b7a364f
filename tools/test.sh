#!/usr/bin/env bash
# Runs the tests: `quick` leaves out the full-length variants and the failure tests, `long` runs only them, `all` both.
# Further arguments go to pytest: tools/test.sh quick tests/rules -k maexchen
# Container tests have a run of their own (see docs/operations.md); they need a Docker engine.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1-}
shift || true

command -v chromium >/dev/null || echo "chromium is missing: the browser tests will be skipped (Debian: apt-get install chromium)"

web() {
    npm --prefix web run --silent test
}
quick() {
    # Whole files to one process each: most share a server.
    .venv/bin/pytest -m "not containers and not chaos and not full" -n "${DICEARENA_TEST_PROCESSES:-2}" --dist loadfile "$@"
}
long() {
    .venv/bin/pytest -m "(chaos or full) and not containers" "$@"
}

case $kind in
    quick)
        failed=0
        web || failed=$?
        quick "$@" || failed=$?
        exit "$failed"
        ;;
    long) long "$@" ;;
    all)
        failed=0
        web || failed=$?
        quick "$@" || failed=$?
        long "$@" || failed=$?
        exit "$failed"
        ;;
    *)
        echo "unknown kind of test run: $kind (quick, long or all)" >&2
        exit 2
        ;;
esac
