#!/usr/bin/env python3
"""Writes priority.json, the test vectors of the priority grammar: (record, time, fairshare factor and rank) -> priority.

Each expected value is computed here from the scheduler's own formula, written out by hand for that case. Nothing here
reads a record: a reader in any language proves itself by getting the same values out of the records.

    python3 priority.py > priority.json

Format: a list of {name, record, evaluations: [{time, factor, rank, value, then}]}. Factor and rank are what the fairshare
record of the association says; fairshareTerm says which of them counts, and null is one that is not defined. value is the
priority, and then decides between equal priorities, the greater one first. Times are epoch milliseconds. Infinity is the
string "Infinity" or "-Infinity". Values are exact IEEE doubles.
"""
import json
import math

INF = "Infinity"
NEG = "-Infinity"
U32 = 4294967295.0
FOREVER = 2**63 - 1


def constant(value):
    return {"type": "constant", "value": value}


def ramp(start, unit, divisor, base=0.0, floor=0.0, cap=1.0):
    return {"type": "ramp", "start": start, "unit": unit, "divisor": divisor, "base": base, "floor": floor, "cap": cap}


def step(start, every, increment, top):
    return {"type": "step", "start": start, "every": every, "increment": increment, "max": top}


def inverse_square(target, unit, epsilon, after_miss):
    return {"type": "inverse-square", "target": target, "unit": unit, "epsilon": epsilon, "afterMiss": after_miss}


def factor(name, weight, form, floor=NEG, cap=INF):
    return {"name": name, "weight": weight, "form": form, "floor": floor, "cap": cap}


def component(name, weight, factors, floor=NEG, cap=INF):
    return {"name": name, "weight": weight, "factors": factors, "floor": floor, "cap": cap}


def single(name, weight, form):
    return component(name, weight, [factor(name, 1, form)])


def record(
    components, rounding="SLURM_U32", fairshare=0, position=0, minimum=1, maximum=U32, held=False, term="FACTOR", then=()
):
    return {
        "components": components,
        "fairshareWeight": fairshare,
        "fairsharePosition": position,
        "fairshareTerm": term,
        "fairshareNode": {"tree": "alps", "account": "cms", "user": "anna"} if fairshare else None,
        "rounding": rounding,
        "minimum": minimum,
        "maximum": maximum,
        "held": held,
        "validUntil": FOREVER,
        "then": list(then),
    }


vectors = []


def vector(name, rec, evaluations):
    """Evaluations are (time, factor, value), or (time, factor, rank, value, then)."""
    full = [each if len(each) == 5 else (each[0], each[1], None, each[2], 0.0) for each in evaluations]
    vectors.append(
        {
            "name": name,
            "record": rec,
            "evaluations": [
                {"time": t, "factor": f, "rank": r, "value": float(v), "then": float(d)} for t, f, r, v, d in full
            ],
        }
    )


def u32(total, minimum=1):
    return math.trunc(min(U32, max(minimum, total)))


# --- Slurm: age in whole seconds, the sum in doubles, truncated once -------------------------------------------------
T0 = 1795226825000  # 2026-11-21T02:07:05Z


def age(t_seconds, accrue_seconds, max_age):
    if t_seconds <= accrue_seconds:
        return 0.0
    return min(1.0, (t_seconds - accrue_seconds) / max_age)


slurm = record(
    [
        single("age", 500000000, ramp(T0, 1000, 600)),
        single("assoc", 500000000, constant(0.25)),
        single("jobsize", 500000000, constant((1 / 4 + 1 / 64) / 2)),
        single("partition", 500000000, constant(1 / 200)),
        component(
            "tres",
            1,
            [
                factor("cpu", 1000000, constant(1 / 64)),
                factor("mem", 2000000, constant(1000 / 256000)),
                factor("node", 500000, constant(1 / 4)),
            ],
        ),
        single("site", 1, constant(12345)),
        single("nice", -1, constant(100)),
    ],
    fairshare=500000000,
    position=2,
)


def slurm_value(t, fairshare):
    w = 500000000.0
    total = w * age(t // 1000, T0 // 1000, 600)
    total += w * 0.25
    total += w * (0.0 if fairshare is None else fairshare)
    total += w * ((1 / 4 + 1 / 64) / 2)
    total += w * (1 / 200)
    total += 1000000 * (1 / 64) + 2000000 * (1000 / 256000) + 500000 * (1 / 4)
    total += 12345
    total -= 100
    return u32(total)


vector(
    "slurm multifactor: ages by whole seconds up to PriorityMaxAge",
    slurm,
    [
        (t, f, slurm_value(t, f))
        for t, f in [
            (T0 - 3600000, 1.0),
            (T0, 1.0),
            (T0 + 999, 1.0),
            (T0 + 1000, 1.0),
            (T0 + 119000, 0.6),
            (T0 + 120000, 0.6),
            (T0 + 120999, 0.2),
            (T0 + 599999, 1 / 3),
            (T0 + 600000, 1 / 3),
            (T0 + 86400000, 0.0),
            (T0 + 86400000, None),
        ]
    ],
)

HALF = 1795226825500  # half a second after a tick: the clock still counts whole seconds
vector(
    "slurm: a start between two seconds counts from the second that it lies in",
    record([single("age", 1000, ramp(HALF, 1000, 10))]),
    [
        (HALF, 0.0, u32(0)),
        (HALF + 499, 0.0, u32(0)),
        (HALF + 500, 0.0, u32(1000 * (1 / 10))),
        (HALF + 3000, 0.0, u32(1000 * (3 / 10))),
    ],
)

vector(
    "slurm: fractions are added before they are cut off",
    record([single("a", 1, constant(0.6)), single("b", 1, constant(0.6))], fairshare=10, position=1),
    [(T0, 0.0, u32(1.2)), (T0, 0.59534, u32(0.6 + 10 * 0.59534 + 0.6)), (T0, 0.50002, u32(0.6 + 10 * 0.50002 + 0.6))],
)

vector(
    "slurm: nice cannot push a job below the minimum, nothing above 32 bits",
    record([single("site", 1, constant(2147483645)), single("nice", -1, constant(2147483645))], fairshare=5e9, position=2),
    [(T0, 0.0, 1), (T0, 0.5, 2500000000), (T0, 1.0, 4294967295)],
)

vector("slurm: minimum 2 of release 2.0.5", record([single("nice", -1, constant(5))], minimum=2), [(T0, 0.0, 2)])

vector(
    "a held job has priority 0",
    record([single("age", 1000, ramp(T0, 1000, 600))], fairshare=1000, position=1, held=True),
    [(T0 + 600000, 1.0, 0)],
)

vector(
    "a divisor of 0 is a jump: PriorityMaxAge=0",
    record([single("age", 1000, ramp(T0, 1000, 0))]),
    [(T0 - 1, 0.0, 1), (T0, 0.0, 1000), (T0 + 1, 0.0, 1000)],
)

# 2.0: 90 s accrued before, frozen from then until T0, going on at T0; maximum age 600 s.
vector(
    "slurm 2.0: a frozen age goes on where it stood",
    record([single("age", 1000, ramp(T0 - 90000, 1000, 600, floor=90 / 600))]),
    [
        (T0 - 60000, 0.0, u32(1000 * (90 / 600))),
        (T0, 0.0, u32(1000 * (90 / 600))),
        (T0 + 60000, 0.0, u32(1000 * (150 / 600))),
        (T0 + 511000, 0.0, u32(1000 * 1.0)),
    ],
)

# --- Moab: caps before weights, clamped both ways, truncated toward zero ----------------------------------------------
MINUTE = 60000
moab = record(
    [
        component(
            "service",
            2,
            [
                factor("queuetime", 3, ramp(T0, MINUTE, 1.0, floor=0.0, cap=INF), floor=-100, cap=100),
                # XFactor = 1 + minutes queued / 60 minutes of wall clock limit
                factor("xfactor", 10, ramp(T0, 1000, 3600.0, base=1.0, floor=1.0, cap=INF)),
            ],
            floor=-400,
            cap=400,
        ),
        component("credential", 1, [factor("user", 5, constant(-50), floor=-10, cap=10)]),
    ],
    rounding="MOAB",
    minimum=NEG,
    maximum=1000000000,
)


def moab_value(t):
    minutes = max(0, t // MINUTE - T0 // MINUTE)
    seconds = max(0, t // 1000 - T0 // 1000)
    queue = 3 * min(100, minutes)
    xfactor = 10 * (1 + seconds / 3600)
    return math.trunc(2 * min(400, max(-400, queue + xfactor)) + 1 * (5 * -10))


vector(
    "moab: subfactors are capped before their weight, components before theirs",
    moab,
    [(t, 0.0, moab_value(t)) for t in (T0 - 5, T0, T0 + 60 * MINUTE, T0 + 99 * MINUTE, T0 + 30 * 60 * MINUTE)],
)

vector(
    "moab: truncates toward zero on both sides",
    record([single("a", 1, constant(-7.9))], rounding="MOAB", minimum=NEG, maximum=1000000000),
    [(T0, 0.0, -7)],
)


def target_value(minutes_left, after_miss):
    if minutes_left >= 1e-4:
        return 1 / (minutes_left * minutes_left)
    return 1 / (1e-4 * 1e-4) + after_miss * max(0.0, -minutes_left)


TARGET = T0 + 10 * MINUTE
vector(
    "moab: target queue time rises with the inverse square, and goes on slowly once it is missed",
    record(
        [single("target", 1, inverse_square(TARGET, MINUTE, 1e-4, 1.0))],
        rounding="LSF",
        minimum=NEG,
        maximum=INF,
    ),
    [
        (T0, 0.0, target_value(10.0, 1.0)),
        (TARGET - MINUTE, 0.0, target_value(1.0, 1.0)),
        (TARGET - 6000, 0.0, target_value(0.1, 1.0)),
        (TARGET, 0.0, target_value(0.0, 1.0)),
        (TARGET + 5 * MINUTE, 0.0, target_value(-5.0, 1.0)),
    ],
)

# --- LSF: escalation in whole intervals, limits on weighted values, fractions kept ------------------------------------
vector(
    "lsf: JOB_PRIORITY_OVER_TIME 3/20 on a base of 50",
    record(
        [
            component(
                "work",
                1,
                [factor("base", 1, constant(50)), factor("escalation", 1, step(T0, 20 * MINUTE, 3, INF))],
                cap=100,
            )
        ],
        rounding="LSF",
        minimum=NEG,
        maximum=1000000,
    ),
    [
        (T0 - MINUTE, 0.0, 50),
        (T0 + 20 * MINUTE - 1, 0.0, 50),
        (T0 + 20 * MINUTE, 0.0, 53),
        (T0 + 65 * MINUTE, 0.0, 59),
        (T0 + 24 * 60 * MINUTE, 0.0, 100),
    ],
)

vector(
    "lsf: a factor that counts only after its grace period of 10 hours",
    record(
        [component("resource", 1, [factor("mem", 1, step(T0, 600 * MINUTE, 500, 500))])],
        rounding="LSF",
        minimum=NEG,
        maximum=1000000,
    ),
    [(T0 + 540 * MINUTE, 0.0, 0), (T0 + 600 * MINUTE, 0.0, 500), (T0 + 2000 * MINUTE, 0.0, 500)],
)

vector(
    "lsf: steps fall, too, down to minus the maximum",
    record([single("a", 1, step(T0, MINUTE, -2.5, 6))], rounding="LSF", minimum=NEG, maximum=INF),
    [(T0, 0.0, 0), (T0 + MINUTE, 0.0, -2.5), (T0 + 3 * MINUTE, 0.0, -6)],
)

vector(
    "lsf: keeps fractions; [RSRC,2] [PROC,10] [MEM,0.01] with 16 processors and 4096 MB, and fairshare 100 * 0.5",
    record(
        [component("rsrc", 2, [factor("proc", 10, constant(16)), factor("mem", 0.01, constant(4096))])],
        rounding="LSF",
        fairshare=100,
        position=0,
        minimum=NEG,
        maximum=1000000,
    ),
    [(T0, 0.5, 100 * 0.5 + 2 * (10 * 16 + 0.01 * 4096)), (T0, None, 2 * (10 * 16 + 0.01 * 4096))],
)

vector(
    "lsf: a fairshare queue without APS: rank of the user, then the job priority, 40 and 5 more after every 10 minutes",
    record(
        [],
        rounding="LSF",
        fairshare=1,
        minimum=NEG,
        maximum=INF,
        term="RANK",
        then=[component("JPRIORITY", 1, [factor("base", 1, constant(40)), factor("over time", 1, step(T0, 600000, 5, 60))])],
    ),
    [
        (T0, 33.25, 7, 7, 40),
        (T0 + 599999, 33.25, 7, 7, 40),
        (T0 + 25 * MINUTE, 0.5, 3, 3, 40 + 2 * 5),
        (T0 + 24 * 60 * MINUTE, 0.5, None, 0, 100),
    ],
)

vector(
    "what decides between equal priorities is neither rounded nor bounded",
    record(
        [single("a", 1, constant(2.5))],
        fairshare=10,
        position=1,
        then=[single("b", 2, constant(0.25)), single("c", -1, constant(3))],
    ),
    [(T0, 0.5, 4, u32(2.5 + 10 * 0.5), 2 * 0.25 - 3), (T0, None, 4, u32(2.5), 2 * 0.25 - 3)],
)

if __name__ == "__main__":
    print(json.dumps(vectors, indent=1))
