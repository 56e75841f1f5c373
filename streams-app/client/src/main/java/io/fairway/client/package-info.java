/**
 * Commands that ask a running Fairway over its HTTP API, and how they show the answers. They are started in loops: nothing
 * of Kafka is loaded here.
 */
package io.fairway.client;
