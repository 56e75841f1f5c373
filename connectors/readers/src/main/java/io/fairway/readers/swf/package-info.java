/**
 * The Standard Workload Format of the Parallel Workloads Archive. It opens no file. Start with {@link SwfParser}.
 */
package io.fairway.readers.swf;
