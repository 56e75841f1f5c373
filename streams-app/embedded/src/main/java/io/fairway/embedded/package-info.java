/**
 * Servers that Fairway starts for itself: a Kafka broker in this JVM, a cluster of three in child JVMs that can be
 * killed, and a schema registry as a child process. They listen on the loopback interface without authentication: for
 * trying and testing, never for a site. Start with {@link EmbeddedBroker}.
 */
package io.fairway.embedded;
