#!/bin/bash
# Runs once, in an empty PostgreSQL: a role and a database for each service that keeps one.
set -euo pipefail
for name in lobby stats; do
    password=$(cat "/run/dicearena/${name^^}_DB_PASSWORD")
    psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
        -v name="$name" -v password="$password" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
done
