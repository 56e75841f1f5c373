package io.fairway.core.ledger;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaw;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The cost of a run at an instant, computed from what really happened, interval by interval. It implements the rules in
 * the ledger's documentation in another way, and reads no facts.
 */
final class Truth {
    /** A period at one rate; {@code to} is {@link Long#MAX_VALUE} while it continues. Units are 2^-40 TRES. */
    record Piece(String measure, NodeId association, long from, long to, BigDecimal units) {}

    /** A measure with the generator's parameters. */
    record Rules(
            Measure measure,
            Map<Long, BigDecimal> weights,
            boolean suspended,
            boolean overLimit,
            boolean requeued,
            long lease) {}

    private Truth() {}

    static List<Piece> pieces(History.TrueRun run, Rules rules, long now) {
        if (run.end != Long.MAX_VALUE && run.pendsAgain && !rules.requeued()) {
            return List.of();
        }
        long until = until(run, rules, now);
        List<Piece> pieces = rules.measure().kind() == Measure.Kind.CPU_TIME
                ? cpu(run, rules, until)
                : billing(run, rules, until, now);
        return pieces.stream()
                .filter(piece -> piece.units().signum() > 0)
                .filter(piece -> !heldBack(piece, rules.measure().laws().at(now), now))
                .toList();
    }

    private static long until(History.TrueRun run, Rules rules, long now) {
        if (run.end != Long.MAX_VALUE) {
            return run.end;
        }
        long until = run.next;
        if (rules.lease() > 0) {
            // The next quarter of the lease after the last sign of life, plus a whole lease.
            long quarter = rules.lease() / 4;
            long leaseEnd = run.lastSeen / quarter * quarter + quarter + rules.lease();
            until = leaseEnd <= now ? Math.min(until, leaseEnd) : until;
        }
        return until;
    }

    private static List<Piece> billing(History.TrueRun run, Rules rules, long until, long now) {
        TreeSet<Long> marks = new TreeSet<>(run.cpus.keySet());
        marks.addAll(run.suspended.keySet());
        List<Piece> pieces = new ArrayList<>();
        long left = rules.overLimit() || run.limit == Long.MAX_VALUE ? Long.MAX_VALUE : run.limit * 1000;
        for (Long mark : marks) {
            Long higher = marks.higher(mark);
            long to = Math.min(until, higher == null ? Long.MAX_VALUE : higher);
            if (to <= mark || left <= 0) {
                continue;
            }
            boolean suspended = run.suspended.floorEntry(mark) != null
                    && run.suspended.floorEntry(mark).getValue();
            long stop = to;
            if (!suspended && left != Long.MAX_VALUE) {
                boolean reached = to == Long.MAX_VALUE ? mark + left <= now : mark + left < to;
                stop = reached ? mark + left : to;
                left = to == Long.MAX_VALUE ? left : left - (to - mark);
            }
            if (suspended && !rules.suspended()) {
                continue;
            }
            Map.Entry<Long, Long> held = run.cpus.floorEntry(mark);
            BigDecimal weight = weight(rules, held.getKey());
            append(
                    pieces,
                    new Piece(
                            rules.measure().name(),
                            run.association,
                            mark,
                            stop,
                            units(BigDecimal.valueOf(held.getValue()).multiply(weight))));
        }
        return pieces;
    }

    private static BigDecimal weight(Rules rules, long time) {
        BigDecimal weight = null;
        for (Map.Entry<Long, BigDecimal> entry : rules.weights().entrySet()) {
            if (weight == null || entry.getKey() <= time) {
                weight = entry.getValue();
            }
        }
        return java.util.Objects.requireNonNull(weight);
    }

    private static void append(List<Piece> pieces, Piece piece) {
        if (!pieces.isEmpty()) {
            Piece last = pieces.get(pieces.size() - 1);
            if (last.to() == piece.from() && last.units().compareTo(piece.units()) == 0) {
                pieces.remove(pieces.size() - 1);
                pieces.add(new Piece(last.measure(), last.association(), last.from(), piece.to(), last.units()));
                return;
            }
        }
        pieces.add(piece);
    }

    private static List<Piece> cpu(History.TrueRun run, Rules rules, long until) {
        boolean told = run.end != Long.MAX_VALUE && !Double.isNaN(run.cpuSeconds);
        double used = told
                ? run.cpuSeconds
                : run.counters.values().stream().mapToDouble(x -> x).sum();
        long to = run.end != Long.MAX_VALUE ? run.end : Math.min(until, run.lastCounter);
        if (to <= run.start) {
            return List.of();
        }
        BigDecimal rate = new BigDecimal(used)
                .multiply(BigDecimal.valueOf(1000))
                .divide(BigDecimal.valueOf(to - run.start), MathContext.DECIMAL128);
        return List.of(new Piece(rules.measure().name(), run.association, run.start, to, units(rate)));
    }

    private static BigDecimal units(BigDecimal tres) {
        return tres.multiply(BigDecimal.TWO.pow(40)).setScale(0, RoundingMode.HALF_EVEN);
    }

    /** Under slurm-tick an open piece counts from the first pass after its start. */
    private static boolean heldBack(Piece piece, DecayLaw law, long now) {
        if (law.kind() != DecayLaw.Kind.SLURM_TICK || piece.to() != Long.MAX_VALUE) {
            return false;
        }
        long pass = law.phase();
        pass += (piece.from() - pass) / law.period() * law.period();
        return pass + law.period() > now;
    }
}
