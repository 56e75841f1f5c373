package io.fairway.readers.gridengine;

import java.util.Locale;

/** The values of a record that Fairway reads, by their names in accounting(5). */
enum AccountingField {
    QNAME(0),
    GROUP(2),
    OWNER(3),
    JOB_NAME(4),
    JOB_NUMBER(5),
    SUBMISSION_TIME(8),
    START_TIME(9),
    END_TIME(10),
    FAILED(11),
    EXIT_STATUS(12),
    PROJECT(31),
    DEPARTMENT(32),
    GRANTED_PE(33),
    SLOTS(34),
    TASK_NUMBER(35),
    CPU(36),
    CATEGORY(39),
    PE_TASKID(41);

    private final int place;
    private final String key = name().toLowerCase(Locale.ROOT);

    AccountingField(int place) {
        this.place = place;
    }

    /** Its place between the colons, from 0, if the category has no colon. */
    int place() {
        return place;
    }

    /** Its name in accounting(5). */
    String key() {
        return key;
    }
}
