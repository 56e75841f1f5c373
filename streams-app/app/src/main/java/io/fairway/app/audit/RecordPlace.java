package io.fairway.app.audit;

import java.time.Instant;

/**
 * Where a record is.
 *
 * @param appended its timestamp, epoch milliseconds
 * @param writers whether that is the time of its writer, and not of its append
 */
record RecordPlace(String topic, int partition, long offset, long appended, boolean writers) {
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset + " of " + Instant.ofEpochMilli(appended);
    }
}
