#!/bin/sh
if [ "$1" -eq 0 ]; then
  if command -v systemctl >/dev/null; then
    systemctl --no-reload disable fairway.service fairway-dispatch.service || :
    [ ! -d /run/systemd/system ] || systemctl stop fairway.service fairway-dispatch.service || :
  fi
  # Archives of classes, of no use to another version.
  rm -rf /var/cache/fairway
fi
