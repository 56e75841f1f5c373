/**
 * {@code fairway collect hosts}: takes the hosts of a cluster from its scheduler to the table of hosts, by the
 * scheduler's own command. It knows no jobs. Start with {@link HostCollector}; {@link HostSource} lists the schedulers,
 * {@link HostChanges} decides what is written.
 */
package io.fairway.collect.hosts;
