#!/usr/bin/env bash
# Restarts the failed tasks of all connectors of a worker; for cron or a systemd timer. A task that gave up, for instance
# because a database was down, goes on where it stopped.
#
#   restart-failed.sh [http://127.0.0.1:8083]
set -euo pipefail
worker=${1:-http://127.0.0.1:8083}

curl -fsS "$worker/connectors" | tr -d '[]"' | tr ',' '\n' | while read -r connector; do
  [[ -n "$connector" ]] || continue
  curl -fsS -X POST -o /dev/null "$worker/connectors/$connector/restart?includeTasks=true&onlyFailed=true"
done
