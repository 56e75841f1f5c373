/**
 * GPU time of jobs, from {@code nvidia-smi} where it is there. It knows no jobs, only their processes. Start with
 * {@link GpuClock}, then {@link NvidiaSmi}.
 */
package io.fairway.agent.gpu;
