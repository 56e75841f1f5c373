#!/usr/bin/env python3
"""Checks the result of `fairway replay` against the closed integral of every job's processors over its run time.

Shares no code with Fairway: it reads the trace by itself, field by field, and knows only what the documentation says:

  account = field 13 (group), user = field 12, processors = field 5 (allocated) or else field 8 (requested),
  start = UnixStartTime + field 2 (submit) + max(0, field 3 (wait)), end = start + field 4 (run time);
  a job with run time or processors <= 0 is skipped.

With the mean life M = half-life / ln 2 (tenth-life / ln 10) a run of p processors over [s, e) is worth at T

  p * M * (exp(-(T - e) / M) - exp(-(T - s) / M))

and exactly 0 if it ended in an epoch of 64 half-lives that is older than the one before T's. Epochs are counted from the
Unix epoch. Without decay a run is worth p * (e - s).

  closed_form.py TRACE RESULT.json (--half-life 7d | --tenth-life 5h | --no-decay) [--cluster-by partition]
                 [--at EPOCH_SECONDS] [--tolerance 1e-9]

Prints the worst association. Ends with 1 if one differs, is missing or is not in the trace.
"""
import argparse
import collections
import decimal
import gzip
import json
import math
import re
import sys

LOG10_OF_2 = decimal.Decimal("0.30102999566398119521373889472449302676818988146210854131")
EPOCH_HALF_LIVES = 64


def duration(text):
    """Seconds of 7d, 5h, 90m, 3600s or a plain number of seconds."""
    match = re.fullmatch(r"(\d+)([dhms]?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is not a duration such as 7d, 5h, 90m or 3600s")
    return int(match[1]) * {"d": 86400, "h": 3600, "m": 60, "s": 1, "": 1}[match[2]]


def read_trace(path):
    """Returns (jobs, skipped); a job is (partition, group, user, processors, start, end) in epoch seconds."""
    opened = gzip.open(path, "rt", errors="replace") if path.endswith(".gz") else open(path, errors="replace")
    begin, jobs, skipped = 0, [], 0
    with opened as lines:
        for line in lines:
            header = re.match(r";\s*UnixStartTime:\s*(\d+)", line)
            if header:
                begin = int(header[1])
            if line.startswith(";") or not line.strip():
                continue
            field = line.split()
            submit, wait, run = int(field[1]), int(field[2]), int(field[3])
            processors = int(field[4]) if int(field[4]) > 0 else int(field[7])
            if run <= 0 or processors <= 0:
                skipped += 1
                continue
            start = begin + submit + max(0, wait)
            jobs.append((field[15], field[12], field[11], processors, start, start + run))
    return jobs, skipped


def law(options):
    """Mean life in seconds and length of an epoch in seconds; (None, None) without decay."""
    if options.no_decay:
        return None, None
    if options.half_life:
        return options.half_life / math.log(2), decimal.Decimal(options.half_life) * EPOCH_HALF_LIVES
    return options.tenth_life / math.log(10), decimal.Decimal(options.tenth_life) * LOG10_OF_2 * EPOCH_HALF_LIVES


def epoch(time, length):
    return int((decimal.Decimal(time) / length).to_integral_value(rounding=decimal.ROUND_FLOOR))


def worth(processors, start, end, at, mean_life, epoch_length):
    end = min(end, at)
    if end <= start:
        return 0.0
    if mean_life is None:
        return float(processors * (end - start))
    if epoch(end, epoch_length) < epoch(at, epoch_length) - 1:
        return 0.0
    return processors * mean_life * math.exp(-(at - end) / mean_life) * -math.expm1(-(end - start) / mean_life)


def expected_usage(jobs, at, options):
    mean_life, epoch_length = law(options)
    parts = collections.defaultdict(list)
    for partition, group, user, processors, start, end in jobs:
        # Partition 17 is the tree p17; an unknown partition stays in the trace's own tree.
        tree = "p" + partition if options.cluster_by == "partition" and int(partition) >= 0 else ""
        parts[tree, group, user].append(worth(processors, start, end, at, mean_life, epoch_length))
    return {association: math.fsum(values) for association, values in parts.items()}


def compare(expected, result, options):
    """Returns the problems and the worst relative difference with its association."""
    problems, worst = [], (0.0, None)
    found = {}
    trees = {key[0] for key in expected}
    for row in result["associations"]:
        tree = row["tree"] if row["tree"] in trees else ""
        key = (tree, row["account"], row["user"])
        if key in found:
            problems.append(f"{key}: twice in the result")
        found[key] = row["usage"]
    for key in sorted(set(expected) | set(found)):
        if key not in found:
            problems.append(f"{key}: missing in the result; expected {expected[key]!r}")
        elif key not in expected:
            problems.append(f"{key}: not in the trace, but usage is {found[key]!r}")
        else:
            want, have = expected[key], found[key]
            difference = abs(have - want) / want if want else (0.0 if have == 0 else math.inf)
            if difference > worst[0] or worst[1] is None:
                worst = (difference, key)
            if not difference <= options.tolerance:
                problems.append(f"{key}: usage is {have!r}, expected {want!r}: off by {difference:.3g}")
    return problems, worst


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace")
    parser.add_argument("result")
    decay = parser.add_mutually_exclusive_group(required=True)
    decay.add_argument("--half-life", type=duration)
    decay.add_argument("--tenth-life", type=duration)
    decay.add_argument("--no-decay", action="store_true")
    parser.add_argument("--cluster-by", choices=["partition"])
    parser.add_argument("--at", type=int, help="epoch seconds; the last end in the trace by default")
    parser.add_argument("--tolerance", type=float, default=1e-9)
    options = parser.parse_args()
    decimal.getcontext().prec = 50

    jobs, skipped = read_trace(options.trace)
    with open(options.result) as file:
        result = json.load(file)
    at = options.at if options.at is not None else max(job[5] for job in jobs)
    expected = expected_usage(jobs, at, options)
    problems, (difference, association) = compare(expected, result, options)
    for name, want in (("at", at), ("events", 3 * len(jobs)), ("skipped", skipped)):
        if result[name] != want:
            problems.append(f"{name} is {result[name]!r}, expected {want!r}")

    for problem in problems[:20]:
        print(problem)
    zeros = sum(1 for value in expected.values() if value == 0)
    print(f"{len(jobs)} jobs, {skipped} skipped, {len(expected)} associations ({zeros} of them exactly 0), at {at}: "
          f"{len(problems)} problems; worst relative difference {difference:.3g} of {association}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
