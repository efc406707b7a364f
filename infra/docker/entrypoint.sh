#!/bin/sh
# Turns the secret files mounted for this container into environment variables of its one program.
set -eu
for file in /run/dicearena/*; do
    [ -f "$file" ] && export "$(basename "$file")=$(cat "$file")"
done
exec "$@"
