package io.fairway.schedulers.moab.dialect;

/** The system whose defaults and readings apply where the documents and the released schedulers differ. */
public enum MoabDialect {
    /** Moab 5.1.2 and the Maui admin guide, as documented. */
    MOAB,
    /** Maui 3.3, as it computes. */
    MAUI
}
