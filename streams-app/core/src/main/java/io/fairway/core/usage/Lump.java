package io.fairway.core.usage;

import java.math.BigDecimal;

/**
 * An amount that counts from one instant on, such as CPU time from its report on.
 *
 * @param amount TRES-seconds; negative in a retraction
 * @param at epoch milliseconds
 */
public record Lump(BigDecimal amount, long at) implements Use {
    @Override
    public Lump negated() {
        return new Lump(amount.negate(), at);
    }
}
