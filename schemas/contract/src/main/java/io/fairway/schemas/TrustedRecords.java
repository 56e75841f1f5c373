package io.fairway.schemas;

import io.fairway.avro.JobEvent;
import org.apache.avro.util.ClassSecurityValidator;

/** Tells Avro, which loads no class that it was not told to trust, to trust the generated records. */
final class TrustedRecords {
    static {
        String records = JobEvent.class.getPackageName();
        // Beside what is trusted already: an application may have told Avro of its own records.
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getPackageName().equals(records)));
    }

    private TrustedRecords() {}

    /** Has its effect once for the whole program, however often it is called. */
    static void open() {
        // Loading this class did it.
    }
}
