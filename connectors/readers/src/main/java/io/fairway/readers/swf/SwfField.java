package io.fairway.readers.swf;

/**
 * The fields of a job's line in the Standard Workload Format, in order. Times are in seconds; -1 means unknown. Source:
 * Parallel Workloads Archive, "The Standard Workload Format", version 2.2, Data Fields.
 */
enum SwfField {
    JOB(1, "job number", true),
    /** Seconds after UnixStartTime. */
    SUBMIT(2, "submit time", true),
    WAIT(3, "wait time", true),
    RUN(4, "run time", true),
    ALLOCATED(5, "allocated processors", true),
    /** Average over the processors; may have decimals. */
    CPU(6, "average CPU time", false),
    MEMORY(7, "used memory", false),
    REQUESTED(8, "requested processors", true),
    REQUESTED_TIME(9, "requested time", true),
    REQUESTED_MEMORY(10, "requested memory", false),
    STATUS(11, "status", true),
    USER(12, "user", true),
    GROUP(13, "group", true),
    EXECUTABLE(14, "executable", false),
    QUEUE(15, "queue", true),
    PARTITION(16, "partition", true),
    PREVIOUS_JOB(17, "preceding job", false),
    THINK_TIME(18, "think time", false);

    private final int number;
    private final String words;
    private final boolean whole;

    SwfField(int number, String words, boolean whole) {
        this.number = number;
        this.words = words;
        this.whole = whole;
    }

    /** Its index among the words of a line, from 0. */
    int index() {
        return number - 1;
    }

    /** Its name with the number that people count: "user (field 12)". */
    String words() {
        return words + " (field " + number + ")";
    }

    /** Whether the reader parses it as a whole number. */
    boolean isWhole() {
        return whole;
    }
}
