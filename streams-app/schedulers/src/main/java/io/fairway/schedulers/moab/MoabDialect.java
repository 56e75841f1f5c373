package io.fairway.schedulers.moab;

/** Whose defaults and readings hold where the documents and the released schedulers differ. */
public enum MoabDialect {
    /** As Moab 5.1.2 and the Maui admin guide document it. */
    MOAB,
    /** As Maui 3.3 computes it. */
    MAUI
}
