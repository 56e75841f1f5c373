package io.fairway.app.audit;

import java.time.Duration;

/** Append times of one partition that contradict those before them: the clock of a broker was off. */
final class AppendOrder {
    private final long skew;
    private final Finding contradictions;
    private RecordPlace latest = new RecordPlace("", 0, 0, Long.MIN_VALUE, false);
    private boolean back;

    /**
     * Nothing taken yet.
     *
     * @param skew {@code time.skew.ms}
     * @param contradictions hears of each step back
     */
    AppendOrder(long skew, Finding contradictions) {
        this.skew = skew;
        this.contradictions = contradictions;
    }

    void take(RecordPlace place) {
        if (place.writers()) {
            return;
        }
        boolean isBehind = latest.appended() != Long.MIN_VALUE && place.appended() < latest.appended() - skew;
        if (isBehind && !back) {
            contradictions.add(place + " comes after " + latest + ", which is "
                    + Duration.ofMillis(latest.appended() - place.appended()) + " later");
        }
        back = isBehind;
        if (place.appended() > latest.appended()) {
            latest = place;
        }
    }
}
