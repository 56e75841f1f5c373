/** What happens in one run, made from a seed: records and faults. It runs nothing. Start with {@link ScheduleMaker}. */
package io.fairway.simulator.schedule;
