package io.fairway.agent.cgroup;

import org.jspecify.annotations.Nullable;

/**
 * What a control group and all below it used; null = not measured.
 *
 * @param life tells this control group from a later one of the same name
 * @param cpuSeconds CPU time so far
 * @param memoryBytes memory in use, without file pages that nobody used lately
 * @param readBytes bytes read from storage so far
 * @param writtenBytes bytes written to storage so far
 */
public record CgroupReading(
        long life,
        @Nullable Double cpuSeconds,
        @Nullable Long memoryBytes,
        @Nullable Long readBytes,
        @Nullable Long writtenBytes) {}
