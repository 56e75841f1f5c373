package io.fairway.readers.swf;

/**
 * The fields of a job's line in the Standard Workload Format, in order. Times are in seconds; -1 means unknown. Source:
 * Parallel Workloads Archive, "The Standard Workload Format", version 2.2, Data Fields.
 */
enum SwfField {
    JOB(1, "job number", Form.WHOLE),
    /** Seconds after UnixStartTime. */
    SUBMIT(2, "submit time", Form.NUMBER),
    WAIT(3, "wait time", Form.NUMBER),
    RUN(4, "run time", Form.NUMBER),
    ALLOCATED(5, "allocated processors", Form.NUMBER),
    /** Average over the processors; may have decimals. */
    CPU(6, "average CPU time", Form.FREE),
    MEMORY(7, "used memory", Form.FREE),
    REQUESTED(8, "requested processors", Form.NUMBER),
    REQUESTED_TIME(9, "requested time", Form.NUMBER),
    REQUESTED_MEMORY(10, "requested memory", Form.FREE),
    STATUS(11, "status", Form.WHOLE),
    USER(12, "user", Form.WHOLE),
    GROUP(13, "group", Form.WHOLE),
    EXECUTABLE(14, "executable", Form.FREE),
    QUEUE(15, "queue", Form.WHOLE),
    PARTITION(16, "partition", Form.WHOLE),
    PREVIOUS_JOB(17, "preceding job", Form.FREE),
    THINK_TIME(18, "think time", Form.FREE);

    private final int number;
    private final String words;
    private final Form form;

    SwfField(int number, String words, Form form) {
        this.number = number;
        this.words = words;
        this.form = form;
    }

    /** Its index among the words of a line, from 0. */
    int index() {
        return number - 1;
    }

    /** Its name with the number that people count: "user (field 12)". */
    String words() {
        return words + " (field " + number + ")";
    }

    /** How the reader parses it. */
    Form form() {
        return form;
    }

    /** What a field must be. */
    enum Form {
        /** A name: a whole number, even if it is written with decimals. */
        WHOLE,
        /** A time or a size; the format has whole ones, but some traces have decimals. */
        NUMBER,
        /** Not read, or by a rule of its own. */
        FREE
    }
}
