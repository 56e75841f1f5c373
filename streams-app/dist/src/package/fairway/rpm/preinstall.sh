#!/bin/sh
getent passwd fairway >/dev/null || \
  useradd --system --user-group --home-dir /var/lib/fairway --no-create-home --shell /sbin/nologin fairway
