#!/usr/bin/env python3
"""Reads priority and usage records as a client that shares nothing with Fairway but its contract: Debian's
python3-confluent-kafka and python3-avro. Prints each as a line of JSON with its topic, key and value.

  consume.py BOOTSTRAP_SERVERS REGISTRY_URL [RECORDS_PER_TOPIC=3] [TOPIC_PREFIX=fairway.]

Ends with 0 when it has that many of both topics, with 1 after 60 seconds without.
"""
import datetime
import decimal
import json
import math
import sys
import time
import uuid

from confluent_kafka import Consumer
from confluent_kafka.avro import CachedSchemaRegistryClient, MessageSerializer


def sayable(value):
    """What JSON cannot say: exact numbers, instants, and numbers that are not finite, are written as text."""
    if isinstance(value, dict):
        return {name: sayable(part) for name, part in value.items()}
    if isinstance(value, list):
        return [sayable(part) for part in value]
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def main(bootstrap, registry, per_topic="3", prefix="fairway."):
    avro = MessageSerializer(CachedSchemaRegistryClient({"url": registry}))
    consumer = Consumer(
        {
            "bootstrap.servers": bootstrap,
            "group.id": f"consume-py-{uuid.uuid4()}",
            "auto.offset.reset": "earliest",
            "isolation.level": "read_committed",
        }
    )
    missing = {prefix + "priorities": int(per_topic), prefix + "usage": int(per_topic)}
    consumer.subscribe(list(missing))
    end = time.monotonic() + 60
    try:
        while missing and time.monotonic() < end:
            message = consumer.poll(1.0)
            # A tombstone has no value: the job no longer waits.
            if message is None or message.error() or message.value() is None or message.topic() not in missing:
                continue
            value = sayable(avro.decode_message(message.value()))
            print(json.dumps({"topic": message.topic(), "key": message.key().decode(), "value": value}), flush=True)
            missing[message.topic()] -= 1
            if missing[message.topic()] == 0:
                del missing[message.topic()]
    finally:
        consumer.close()
    if missing:
        print(f"still missing after 60 s: {missing}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
