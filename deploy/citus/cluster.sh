#!/bin/bash
# A coordinator and two workers of Citus on loopback, to try it: `deploy/citus/cluster.sh start DIRECTORY`, and `stop`.
# It needs Debian's PostgreSQL 15 with Citus (docs/deploy.md). The coordinator listens on PORT, 6400 by default, the workers
# on the next two. `start` prints the address for `npm run prove -- --citus`.
set -euo pipefail
command=${1:?start or stop} directory=${2:?a directory for the data} port=${PORT:-6400}
bin=/usr/lib/postgresql/15/bin

# PostgreSQL does not run as root.
as_postgres() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
sql() { as_postgres psql -qAtX -h 127.0.0.1 -p "$1" -U semel -v ON_ERROR_STOP=1 -d "$2" -c "$3"; }

start() {
  mkdir -p "$directory"
  [ "$(id -u)" = 0 ] && chown postgres "$directory"
  for node in 0 1 2; do
    data=$directory/node$node at=$((port + node))
    as_postgres "$bin/initdb" --auth trust --username semel --encoding UTF8 --locale C.UTF-8 "$data" >/dev/null
    as_postgres tee -a "$data/postgresql.conf" >/dev/null <<SETTINGS
port = $at
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
wal_level = logical                       # citus_schema_move copies a shop while it works
max_connections = 300
max_prepared_transactions = 600
citus.enable_unsafe_triggers = on         # all triggers of Semel write to tables of their own shop, which are beside them
citus.node_connection_timeout = 10s
log_min_error_statement = error
SETTINGS
    as_postgres "$bin/pg_ctl" -D "$data" -l "$data/log" -w start >/dev/null
    sql "$at" postgres 'create database semel'
    sql "$at" semel 'create extension citus'
  done
  sql "$port" semel "select citus_set_coordinator_host('127.0.0.1', $port)"
  for node in 1 2; do sql "$port" semel "select citus_add_node('127.0.0.1', $((port + node)))"; done >/dev/null
  echo "postgres://semel@127.0.0.1:$port/semel"
}

stop() {
  for node in 0 1 2; do as_postgres "$bin/pg_ctl" -D "$directory/node$node" -m fast stop >/dev/null || true; done
}

"$command"
