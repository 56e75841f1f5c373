package io.fairway.dispatcher.config;

/** The rule for a first job of the queue that does not fit the free resources. */
public enum HeadRule {
    /** It blocks its cluster: no other job starts there before it. Strict order; large jobs do not starve. */
    BLOCKS,
    /** It is skipped: the next job that fits starts. The rule makes no reservation for it, so this is not backfill. */
    IS_PASSED_OVER
}
