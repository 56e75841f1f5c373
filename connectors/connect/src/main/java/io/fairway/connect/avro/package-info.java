/**
 * Avro in Kafka Connect: Connect's data to Avro's and back, in Confluent's wire format. It knows no topic and no record of
 * Fairway. Start with {@link AvroConverter}.
 */
package io.fairway.connect.avro;
