package io.fairway.dispatcher;

/** What happens when the first job of the queue does not fit the free resources. */
public enum HeadRule {
    /** It blocks its cluster: nothing starts there before it does. Strict order; large jobs do not starve. */
    BLOCKS,
    /** It is passed over: the next job that fits starts. No reservation is made for it, so this is not backfill. */
    IS_PASSED_OVER
}
