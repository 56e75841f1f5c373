#!/usr/bin/env python3
"""Writes partition-vectors.json: keys, and the partitions that their domains are on.

It shares nothing with the Java: murmur2 is written out below from its published definition (Austin Appleby, 2008) with
the seed that Kafka's clients use. Python's own library decodes the percent signs. Usage: partition_vectors.py > FILE
"""
import json
from urllib.parse import unquote

WORD = 0xFFFFFFFF


def murmur2(data):
    mix, shift = 0x5BD1E995, 24
    h = 0x9747B28C ^ len(data)
    whole = len(data) - len(data) % 4
    for i in range(0, whole, 4):
        k = int.from_bytes(data[i : i + 4], "little") * mix & WORD
        k ^= k >> shift
        h = (h * mix & WORD) ^ (k * mix & WORD)
    rest = data[whole:]
    if rest:
        h = (h ^ int.from_bytes(rest, "little")) * mix & WORD
    h ^= h >> 13
    h = h * mix & WORD
    return h ^ h >> 15


# Values of Kafka's own tests, there as signed numbers.
for text, signed in {
    "21": -973932308,
    "foobar": -790332482,
    "a-little-bit-long-string": -985981536,
    "a-little-bit-longer-string": -1486304829,
    "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
    "abc": 479470107,
}.items():
    assert murmur2(text.encode()) == signed & WORD, text


def vector(key, partitions, pins=""):
    domain = unquote(key.split("|")[0], errors="strict")
    pinned = dict(pin.split("=") for pin in pins.split(",")) if pins else {}
    pinned = {unquote(name, errors="strict"): int(number) for name, number in pinned.items()}
    partition = pinned.get(domain, (murmur2(domain.encode()) & 0x7FFFFFFF) % partitions)
    return {"key": key, "domain": domain, "partitions": partitions, "pins": pins, "partition": partition}


vectors = []
# Lengths 0 to 9 meet every remainder of the four-byte words.
for key in [
    "",
    "a|x|1",
    "ab|x|1",
    "abc|x|1",
    "alps|daint|4711",
    "alps|alps|cms|anna",
    "alps|alps|cms|",
    "alps",
    "eiger|eiger|1",
    "sirius|s|1",
    "cluster|c|1",
    "nersc-pm|p|9",
    "perlmutt1|p|9",
    "Zürich|zh|1",
    "東京|tokyo|1",
    "🚂|train|1",
    "e\u0301t\u00e9|x|1",
    "a%7Cb|x|1",
    "100%25|x|1",
    "tab%09stop|x|1",
    "nel%C2%85|x|1",
    "with space|x|1",
    "foobar|x|1",
    "21|x|1",
]:
    for partitions in (1, 8, 32, 100):
        vectors.append(vector(key, partitions))
PINS = "alps=3,eiger=7,Z%C3%BCrich=0,a%7Cb=5,comma%2Ced=1,equals%3Dign=2"
for key in ["alps|daint|4711", "eiger", "Zürich|zh|1", "a%7Cb|x|1", "comma,ed|x", "equals=ign|x", "sirius|s|1"]:
    vectors.append(vector(key, 8, PINS))

print("[\n" + ",\n".join("  " + json.dumps(v, ensure_ascii=False) for v in vectors) + "\n]")
