package io.fairway.schemas;

import org.apache.avro.util.ClassSecurityValidator;

/**
 * Tells Avro, which loads no class that it was not told to trust, to trust the generated records. Every one of them
 * calls it when it is first used, and {@link FairwaySerdes} does; only a program that reads records by their names alone,
 * with Confluent's deserializer and without {@link FairwaySerdes}, has to call it itself.
 */
public final class TrustedRecords {
    /** The package of the generated records. Not taken from one of them: it would be initialised by us, and we by it. */
    private static final String RECORDS = "io.fairway.avro";

    static {
        // Beside what is trusted already: an application may have told Avro of its own records.
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getPackageName().equals(RECORDS)));
    }

    private TrustedRecords() {}

    /** Has its effect once for the whole program, however often it is called. */
    public static void open() {
        // Loading this class did it.
    }
}
