package io.fairway.connect.follow;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import java.util.List;

/** Reads the lines of one log, in their order. Not for several threads at once. */
public interface LineReader {
    /**
     * The content of a line.
     *
     * @param events its events
     * @param samples its counters of running jobs
     * @param faults what in it breaks the format
     */
    record LineFacts(List<JobEvent> events, List<ResourceSample> samples, List<LineFault> faults) {
        /** Of a line without either. */
        static final LineFacts NONE = new LineFacts(List.of(), List.of(), List.of());

        /** Whether it has something to tell of jobs. */
        boolean isOfJobs() {
            return !events.isEmpty() || !samples.isEmpty();
        }
    }

    /**
     * What breaks a rule.
     *
     * @param field the part of the line
     * @param value its content
     */
    record LineFault(String field, String value, String rule) {}

    /**
     * Reads a line.
     *
     * @param line its bytes, without the newline; never throws because of them
     */
    LineFacts read(byte[] line);

    /** Hears of a line that was too long to be read, so that it counts the lines right. */
    void skip();
}
