/**
 * The settings of a dispatcher, and of its Kafka clients. It opens no connection. Start with {@link DispatcherConfig}.
 */
package io.fairway.dispatcher.config;
