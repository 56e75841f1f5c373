#!/bin/sh
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || :
  # An upgrade: the jars of the version that runs are gone. What does not run stays so.
  if [ "$1" -ge 2 ]; then
    systemctl try-restart fairway.service fairway-dispatch.service || :
  fi
fi
