#!/usr/bin/env bash
# Runs the tests: `quick` leaves out the full-length variants and the failure tests, `long` runs only them, `all` both;
# `failures` runs the failure tests alone.
# Further arguments go to pytest: tools/test.sh quick tests/rules -k maexchen
# Container tests have a run of their own (see docs/operations.md); they need a Docker engine.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1-}
shift || true

command -v chromium >/dev/null || echo "chromium is missing: the browser tests will be skipped (Debian: apt-get install chromium)"

# Exit code 5: nothing was selected, as when a path or -k names tests of the other kind.
run() {
    local code=0
    .venv/bin/pytest "$@" || code=$?
    if ((code != 0 && code != 5)); then failed=$code; fi
}
# Whole files to one process each: most share a house.
spread=(-n "${DICEARENA_TEST_PROCESSES:-2}" --dist loadfile)
# Browser tests go by themselves: Playwright keeps an event loop in the process.
quick() {
    npm --prefix web run --silent test || failed=$?
    run -m "not (containers or chaos or full or browser)" "${spread[@]}" "$@"
    run -m "browser and not (containers or full)" "${spread[@]}" "$@"
}
# They measure nothing, but they kill under load: nothing else runs meanwhile.
failures() { run -m "chaos and not (containers or browser)" "$@"; }
long() {
    failures "$@"
    run -m "full and not (chaos or containers or browser)" "${spread[@]}" "$@"
    run -m "browser and full" "${spread[@]}" "$@"
}

failed=0
case $kind in
    quick) quick "$@" ;;
    long) long "$@" ;;
    failures) failures "$@" ;;
    all)
        quick "$@"
        long "$@"
        ;;
    *)
        echo "unknown kind of test run: $kind (quick, long, failures or all)" >&2
        exit 2
        ;;
esac
exit "$failed"
