#!/bin/sh
if [ "$1" -eq 0 ]; then
  if command -v systemctl >/dev/null; then
    systemctl --no-reload disable fairway-agent.service || :
    [ ! -d /run/systemd/system ] || systemctl stop fairway-agent.service || :
  fi
fi
# Left behind by root's prologs, and of no use to another version.
rm -f /usr/share/fairway-agent/lib/job.jsa
