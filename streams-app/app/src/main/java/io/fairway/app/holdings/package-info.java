/**
 * Which instance has which partitions, and how far their stores are behind the logs, as Kafka Streams and the brokers tell. It reads
 * no store but that of the marks, and answers no question. Start with {@link KafkaHoldings}.
 */
package io.fairway.app.holdings;
