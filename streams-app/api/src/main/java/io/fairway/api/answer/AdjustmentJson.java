package io.fairway.api.answer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An adjustment that is on its topic.
 *
 * @param user empty = the account and all below it
 * @param amount TRES-seconds
 * @param measure null = every measure of the domain
 * @param at when it takes effect
 * @param actor who made it; of a repeat, who made it first
 */
public record AdjustmentJson(
        String domain,
        String tree,
        String account,
        String user,
        String partition,
        String id,
        String kind,
        double amount,
        @Nullable String toAccount,
        @Nullable String toUser,
        @Nullable String measure,
        Instant at,
        String actor,
        String reason) {}
