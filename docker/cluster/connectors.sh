#!/usr/bin/env bash
# Gives the worker the connectors of connectors/connect/config, with the addresses of docker/compose.cluster.yaml.
set -euo pipefail

for file in shares-from-postgres usage-to-postgres fairshare-to-postgres ranks-to-postgres; do
  body=$(sed -e 's#127\.0\.0\.1:8081#registry:8080/apis/ccompat/v7#' -e 's#127\.0\.0\.1:5432#postgres:5432#' \
    -e 's#"database.hostname": "127\.0\.0\.1"#"database.hostname": "postgres"#' \
    -e 's#"transforms.shares.topic.partitions": "32"#"transforms.shares.topic.partitions": "4"#' \
    "/opt/cluster/config/$file.json")
  exec 3<>/dev/tcp/connect/8083
  printf 'POST /connectors HTTP/1.0\r\nHost: connect\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
    "${#body}" "$body" >&3
  IFS= read -r status <&3
  exec 3>&-
  echo "$file: ${status%$'\r'}"
  # 409: it is there already.
  [[ $status == *" 201 "* || $status == *" 409 "* ]]
done
