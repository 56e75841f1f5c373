package io.fairway.reading.past;

import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import java.math.BigDecimal;
import java.util.List;

/**
 * Rows of plain usage as decayed usage, three times: spread evenly, and with all of a row's usage at its one or its other end. Recent usage
 * weighs more, so the last two are bounds.
 */
final class SpreadRows {
    private final DecayLaws laws;
    private final long at;
    private final Line evenly = new Line();
    private final Line least = new Line();
    private final Line most = new Line();

    /**
     * No usage yet.
     *
     * @param since the last reset, epoch milliseconds: what was before does not count; 0 = none
     * @param at the instant of the reading, epoch milliseconds
     */
    SpreadRows(DecayLaws laws, long since, long at) {
        this.laws = laws;
        this.at = at;
        if (since > 0) {
            List.of(evenly, least, most).forEach(line -> line.reset(laws, since));
        }
    }

    /** Adds usage at one rate. */
    void constant(long start, long end, double tresSeconds) {
        if (laws.at(start).kind() == DecayLaw.Kind.SLURM_TICK) {
            row(
                    start,
                    end,
                    tresSeconds); // What counts of it depends on its pieces between passes, which rows do not tell.
            return;
        }
        for (Segment segment : segments(start, end, tresSeconds)) {
            List.of(evenly, least, most).forEach(line -> line.add(laws, segment));
        }
    }

    /** Adds usage of a row in which rates changed. */
    void row(long start, long end, double tresSeconds) {
        for (Segment segment : segments(start, end, tresSeconds)) {
            evenly.add(laws, segment);
        }
        BigDecimal amount = BigDecimal.valueOf(tresSeconds);
        Line early = tresSeconds < 0 ? most : least;
        Line late = tresSeconds < 0 ? least : most;
        // Of a row that is not over, all may be later; of one that a reset cuts, all may be before it.
        if (end <= seen() && start >= early.since()) {
            early.add(laws, amount, start);
        }
        // A pass gives what was used before it the weight of its own instant.
        late.add(laws, amount, Math.min(at, end + laws.at(end).period()));
    }

    /** Adds an amount of a known instant. */
    void exactly(BigDecimal tresSeconds, long instant) {
        List.of(evenly, least, most).forEach(line -> line.add(laws, tresSeconds, instant));
    }

    PastUsage.Decayed decayed() {
        double low = least.usage(laws, at);
        double high = most.usage(laws, at);
        return new PastUsage.Decayed(evenly, evenly.usage(laws, at), Math.min(low, high), Math.max(low, high));
    }

    /** What was used until then counts at the instant of the reading. */
    private long seen() {
        DecayLaw law = laws.at(at);
        return law.kind() == DecayLaw.Kind.SLURM_TICK ? law.lastPass(at) : at;
    }

    private List<Segment> segments(long start, long end, double tresSeconds) {
        BigDecimal rate = BigDecimal.valueOf(tresSeconds * 1000 / (end - start));
        List<Segment> segments = Segment.of(start, Math.min(end, at), Rate.units(rate.abs()));
        return tresSeconds < 0 ? segments.stream().map(Segment::negated).toList() : segments;
    }
}
