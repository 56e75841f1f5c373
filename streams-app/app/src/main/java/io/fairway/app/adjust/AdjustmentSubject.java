package io.fairway.app.adjust;

import io.fairway.avro.AdjustmentKind;
import org.jspecify.annotations.Nullable;

/**
 * What a command line adjusts.
 *
 * @param user null = the whole account
 * @param seconds TRES-seconds; 0 for a reset and for a job, whose amount the server knows
 * @param toAccount and {@code toUser}: who gets a transfer; null for other kinds
 * @param usedFrom and {@code usedTo}: when the amount was used; null = it is of one instant
 * @param job the job that is refunded; null = it is an amount
 */
record AdjustmentSubject(
        AdjustmentKind kind,
        @Nullable String account,
        @Nullable String user,
        @Nullable String partition,
        double seconds,
        @Nullable String toAccount,
        @Nullable String toUser,
        @Nullable String usedFrom,
        @Nullable String usedTo,
        @Nullable String cluster,
        @Nullable String job) {
    static AdjustmentSubject of(
            AdjustmentKind kind,
            @Nullable String account,
            @Nullable String user,
            @Nullable String partition,
            double seconds) {
        return new AdjustmentSubject(kind, account, user, partition, seconds, null, null, null, null, null, null);
    }

    static AdjustmentSubject ofJob(@Nullable String cluster, String job) {
        return new AdjustmentSubject(AdjustmentKind.REFUND, null, null, null, 0, null, null, null, null, cluster, job);
    }

    AdjustmentSubject to(String otherAccount, String otherUser) {
        return new AdjustmentSubject(
                kind, account, user, partition, seconds, otherAccount, otherUser, usedFrom, usedTo, cluster, job);
    }

    AdjustmentSubject used(@Nullable String from, @Nullable String to) {
        return new AdjustmentSubject(
                kind, account, user, partition, seconds, toAccount, toUser, from, to, cluster, job);
    }
}
