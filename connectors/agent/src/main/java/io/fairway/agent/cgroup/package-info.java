/**
 * Control groups, v1 and v2: which of them are jobs, and what their files count. It starts nothing and changes nothing.
 * Start with {@link CgroupPattern}, then {@link CgroupWalk} and {@link CgroupMeter}.
 */
package io.fairway.agent.cgroup;
