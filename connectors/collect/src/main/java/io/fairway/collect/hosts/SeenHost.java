package io.fairway.collect.hosts;

import io.fairway.avro.HostState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler's answer says of a host.
 *
 * @param slots job slots, at least 0; null = the answer has no number
 * @param groups groups, partitions and queues that the host belongs to; null = the answer does not name them
 * @param state whether it takes new jobs
 */
record SeenHost(@Nullable Long slots, @Nullable Set<String> groups, HostState state) {}
