// Reads priority and usage records as a client that shares nothing with Fairway but its contract: kafkajs, and Confluent's
// own schema registry client. Prints each as a line of JSON with its topic, key and value.
//
//   node consume.mjs BOOTSTRAP_SERVERS REGISTRY_URL [RECORDS_PER_TOPIC=3] [TOPIC_PREFIX=fairway.]
//
// Ends with 0 when it has that many of both topics, with 1 after 60 seconds without.

import { randomUUID } from 'node:crypto';
import confluent from '@confluentinc/schemaregistry';
import kafkajs from 'kafkajs';

const { AvroDeserializer, SchemaRegistryClient, SerdeType } = confluent;
const { Kafka, logLevel } = kafkajs;

const [bootstrap, registry, perTopic = '3', prefix = 'fairway.'] = process.argv.slice(2);
if (!bootstrap || !registry) {
  console.error('usage: node consume.mjs BOOTSTRAP_SERVERS REGISTRY_URL [RECORDS_PER_TOPIC] [TOPIC_PREFIX]');
  process.exit(2);
}

/** Avro's decimals arrive as two's complement bytes, the highest first; theirs here have no fraction. */
function integer(bytes) {
  const hex = Buffer.from(bytes).toString('hex');
  return hex === '' ? 0n : BigInt.asIntN(8 * bytes.length, BigInt(`0x${hex}`));
}

/** What JSON cannot say: exact integers, and numbers that are not finite, are written as text. */
function sayable(value) {
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) {
    return integer(value).toString();
  }
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
    return String(value);
  }
  if (Array.isArray(value)) {
    return value.map(sayable);
  }
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sayable(part)]));
  }
  return value;
}

const avro = new AvroDeserializer(new SchemaRegistryClient({ baseURLs: [registry] }), SerdeType.VALUE, {});
const kafka = new Kafka({ clientId: 'consume-js', brokers: bootstrap.split(','), logLevel: logLevel.ERROR });
const consumer = kafka.consumer({ groupId: `consume-js-${randomUUID()}`, readUncommitted: false });
const missing = new Map([`${prefix}priorities`, `${prefix}usage`].map((topic) => [topic, Number(perTopic)]));

const tooLate = setTimeout(() => {
  console.error(`still missing after 60 s: ${JSON.stringify([...missing])}`);
  process.exit(1);
}, 60_000);

await consumer.connect();
await consumer.subscribe({ topics: [...missing.keys()], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ topic, message }) => {
    // A tombstone has no value: the job no longer waits.
    if (!missing.has(topic) || message.value === null) {
      return;
    }
    const value = sayable(await avro.deserialize(topic, message.value));
    console.log(JSON.stringify({ topic, key: message.key.toString(), value }));
    const left = missing.get(topic) - 1;
    if (left > 0) {
      missing.set(topic, left);
    } else {
      missing.delete(topic);
    }
    if (missing.size === 0) {
      clearTimeout(tooLate);
      // Not from within the handler that the consumer waits for.
      setImmediate(() => consumer.disconnect().then(() => process.exit(0)));
    }
  },
});
