/** What happens in one run of the simulator, made from a seed. Start with {@link ScheduleMaker}. */
package io.fairway.simulator.schedule;
