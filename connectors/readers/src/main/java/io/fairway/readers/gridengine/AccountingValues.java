package io.fairway.readers.gridengine;

/** The values of one record, however its line writes them. */
interface AccountingValues {
    /** A value; empty if the record has none. */
    String text(AccountingField field);
}
