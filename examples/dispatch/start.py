#!/usr/bin/env python3
"""Starts the jobs that `fairway dispatch --to command` chooses, by a command of the site.

    fairway dispatch -c dispatch.properties --processors 128 --no-dry-run --to command -- \
        examples/dispatch/start.py qrun

runs `qrun JOB` for each start. Exit status 0 means started, 1 refused (standard error has the reason), any other an
error: Fairway then asks again. A start that was already carried out is answered and not repeated.
"""
import json
import subprocess
import sys

started = set()


def answer(start):
    run = (start["cluster"], start["job"], start["start"])
    if run in started:
        return {"answer": "started"}
    result = subprocess.run(sys.argv[1:] + [start["job"]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True, errors="replace")
    if result.returncode == 0:
        started.add(run)
        return {"answer": "started"}
    return {"answer": "refused" if result.returncode == 1 else "error", "reason": result.stderr.strip()}


for line in sys.stdin:
    start = json.loads(line)
    print(json.dumps({"id": start["id"], **answer(start)}), flush=True)
