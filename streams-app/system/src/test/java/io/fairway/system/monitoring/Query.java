package io.fairway.system.monitoring;

/**
 * A query.
 *
 * @param place where it stands
 * @param text the query in PromQL
 * @param labelled what is shown of the result: the legend of a panel, the annotations of an alert
 */
record Query(String place, String text, String labelled) {
    @Override
    public String toString() {
        return place;
    }
}
