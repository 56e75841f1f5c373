/**
 * Readers of workload traces and accounting logs. Each turns a foreign format into job events; {@link
 * io.fairway.readers.TraceFormat} lists them.
 */
package io.fairway.readers;
