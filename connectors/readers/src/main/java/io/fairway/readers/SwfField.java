package io.fairway.readers;

/**
 * The fields of a job's line in the Standard Workload Format, in their order. Times are in seconds; -1 says that a value is
 * not known. Source: Parallel Workloads Archive, "The Standard Workload Format", version 2.2, Data Fields.
 */
enum SwfField {
    JOB("job number", true),
    /** Seconds after UnixStartTime. */
    SUBMIT("submit time", true),
    WAIT("wait time", true),
    RUN("run time", true),
    ALLOCATED("allocated processors", true),
    /** Average over the processors; may have decimals. */
    CPU("average CPU time", false),
    MEMORY("used memory", false),
    REQUESTED("requested processors", true),
    REQUESTED_TIME("requested time", true),
    REQUESTED_MEMORY("requested memory", false),
    STATUS("status", true),
    USER("user", true),
    GROUP("group", true),
    EXECUTABLE("executable", false),
    QUEUE("queue", true),
    PARTITION("partition", true),
    PREVIOUS_JOB("preceding job", false),
    THINK_TIME("think time", false);

    private final String words;
    private final boolean whole;

    SwfField(String words, boolean whole) {
        this.words = words;
        this.whole = whole;
    }

    /** How a person counts it: "user (field 12)". */
    String words() {
        return words + " (field " + (ordinal() + 1) + ")";
    }

    /** Whether it is read as a whole number. */
    boolean isWhole() {
        return whole;
    }
}
