package io.fairway.schemas;

import org.apache.avro.util.ClassSecurityValidator;

/**
 * Makes Avro trust the generated records; Avro loads no class that it was not told to trust. Every generated record
 * calls this on first use, and so does {@link FairwaySerdes}. Only a program that reads records by name, with
 * Confluent's deserializer and without {@link FairwaySerdes}, has to call it itself.
 */
public final class TrustedRecords {
    /**
     * The package of the generated records. It is a text, because a reference to one of them would initialise it, and
     * it this class.
     */
    private static final String RECORDS = "io.fairway.avro";

    static {
        // Added to the classes that are already trusted: an application may have its own records.
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getPackageName().equals(RECORDS)));
    }

    private TrustedRecords() {}

    /** Takes effect once for the whole program, however often it is called. */
    public static void open() {
        // Loading this class has done it.
    }
}
