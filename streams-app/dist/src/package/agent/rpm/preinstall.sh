#!/bin/sh
getent passwd fairway-agent >/dev/null || \
  useradd --system --user-group --home-dir /var/lib/fairway-agent --no-create-home --shell /sbin/nologin fairway-agent
