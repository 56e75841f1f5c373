/**
 * The servers Fairway needs, started by Fairway itself: a Kafka broker in this JVM for the demo and most tests, a
 * cluster of three in child JVMs that can be killed, and a schema registry as a child process.
 *
 * <p>They listen on the loopback interface only, on ports that were free, without authentication: for trying and
 * testing, never for a site.
 */
package io.fairway.system.embedded;
