package io.fairway.core.ledger;

import io.fairway.core.model.NodeId;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A manual correction of usage, with a reason.
 *
 * <p>Refunds, credits and transfers are amounts at an instant, and decay like usage of that instant. A reset is an
 * instant: earlier charges and amounts do not count, whenever they arrive. It never subtracts the current value.
 *
 * @param id identifies the adjustment within its association, so that it counts once
 * @param revision a higher revision replaces a lower one of the same id
 * @param kind the effect
 * @param association the association whose usage changes; a reset may also name an account, for its whole subtree
 * @param amount TRES-seconds, not negative; 0 for a reset
 * @param to the receiver of a transfer; null for other kinds
 * @param at epoch milliseconds at which it takes effect
 * @param measure the measure that it changes; empty = every measure of the domain
 * @param actor the person who made it
 * @param reason why
 */
public record Adjustment(
        String id,
        int revision,
        Kind kind,
        NodeId association,
        BigDecimal amount,
        @Nullable NodeId to,
        long at,
        String measure,
        String actor,
        String reason)
        implements Comparable<Adjustment> {
    /** What an adjustment does. */
    public enum Kind {
        /** Gives usage back: subtracts the amount. */
        REFUND,
        /** Charges the amount. */
        CHARGE,
        /** Takes the amount from one association and charges it to another. */
        TRANSFER,
        /** Restarts usage at an instant. */
        RESET
    }

    private static final Comparator<Adjustment> PRECEDENCE = Comparator.comparingInt(Adjustment::revision)
            .thenComparingLong(Adjustment::at)
            .thenComparing(Adjustment::kind)
            .thenComparing(Adjustment::amount)
            .thenComparing(Adjustment::measure)
            .thenComparing(Adjustment::toString);

    /**
     * An amount to charge to an association at an instant.
     *
     * @param tresSeconds negative = usage is given back
     * @param at epoch milliseconds
     */
    public record Amount(NodeId association, BigDecimal tresSeconds, long at) {
        /** The opposite amount, which cancels this one. */
        public Amount negated() {
            return new Amount(association, tresSeconds.negate(), at);
        }
    }

    /** The amounts to add; none for a reset. */
    public List<Amount> amounts() {
        return switch (kind) {
            case REFUND -> List.of(new Amount(association, amount.negate(), at));
            case CHARGE -> List.of(new Amount(association, amount, at));
            case TRANSFER ->
                List.of(
                        new Amount(association, amount.negate(), at),
                        new Amount(java.util.Objects.requireNonNull(to), amount, at));
            case RESET -> List.of();
        };
    }

    /** Of two adjustments of one id, the greater one prevails. */
    @Override
    public int compareTo(Adjustment other) {
        return PRECEDENCE.compare(this, other);
    }
}
