/** The Standard Workload Format of the Parallel Workloads Archive. Start with {@link SwfParser}. */
package io.fairway.readers.swf;
