package io.fairway.engine.results;

/** The results of one evaluation on their way out, a record at a time, in as many turns as they take. */
interface Emission {
    String policy();

    /** Whether it sends packed ranks, or else a record for each node. */
    boolean isPacked();

    /** Whether every result was looked at. */
    boolean isThrough();

    /**
     * Looks at the next result, and sends it if it says something new.
     *
     * @param falls is told of a node's fall before its record is sent, under policies whose priorities never fall
     * @return how many records went out, those of jobs included
     */
    int sendNext(FairshareResults.Falls falls);

    /** Everything went out. */
    void end();
}
