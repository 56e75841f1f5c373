package io.fairway.app.adjust;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.schemas.Bounds;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The records of adjustments: their ids and amounts, what counts as the same one, and what takes one back. */
final class AdjustmentRecords {
    /**
     * The measure of a reset that was taken back: no policy has it, so the record resets nothing. An instant that never comes
     * would do the same in a live application, but move the clock of a replay there.
     */
    static final String UNDONE = "(undone)";

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
    private static final int ID_BYTES = 6;

    private AdjustmentRecords() {}

    /**
     * TRES-hours of a command line as TRES-seconds.
     *
     * @throws IllegalArgumentException if it is not a number above 0
     */
    static double seconds(String hours) {
        try {
            BigDecimal amount = new BigDecimal(hours);
            double seconds = amount.multiply(SECONDS_PER_HOUR).doubleValue();
            if (amount.signum() > 0 && seconds > 0 && Double.isFinite(seconds)) {
                return seconds;
            }
        } catch (NumberFormatException notANumber) {
            // The message below says so.
        }
        throw new IllegalArgumentException("HOURS '" + hours + "': must be a number of TRES-hours above 0");
    }

    /** An id that the same words always give. */
    static String id(String kind, List<? extends @Nullable Object> words) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Object word : words) {
                byte[] bytes = (word == null ? "" : "=" + word).getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            return kind + "-" + HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The id of a job's refund under a measure: a job is refunded once. */
    static String idOfJob(String cluster, String job, String measure) {
        return "job-" + cluster + "-" + job + "-" + measure;
    }

    /** The key of an adjustment. */
    static String key(Adjustment record) {
        return Keys.adjustment(
                record.getDomain(),
                record.getTree(),
                record.getAccount(),
                record.getUser(),
                record.getId(),
                record.getPartition());
    }

    /**
     * Checks what the application would refuse.
     *
     * @throws IllegalArgumentException with the field and the rule
     */
    static Adjustment checked(Adjustment record) {
        if (record.getId().isBlank()
                || record.getActor().isBlank()
                || record.getReason().isBlank()) {
            throw new IllegalArgumentException("--id, --actor and --reason must not be empty");
        }
        String problem = Bounds.problem(record);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return record;
    }

    /** Whether two adjustments of one id change the same; what a job weighs is another amount later. */
    static boolean isSame(Adjustment one, Adjustment other, boolean weighed) {
        return one.getKind() == other.getKind()
                && (weighed || one.getAmount() == other.getAmount())
                && Objects.equals(one.getMeasure(), other.getMeasure())
                && Objects.equals(one.getToAccount(), other.getToAccount())
                && Objects.equals(one.getToUser(), other.getToUser());
    }

    /**
     * What takes an adjustment back: the same id with a higher revision, which replaces it. The application then takes the
     * old amounts out of the sums again, exactly and however old they are. A record of the opposite amount could not: one
     * of the old instant may be beyond the horizon, and one of now would decay from now on.
     *
     * @param at now
     */
    static Adjustment undone(Adjustment record, String actor, String reason, Instant at) {
        boolean isReset = record.getKind() == AdjustmentKind.RESET;
        return checked(Adjustment.newBuilder(record)
                .setRevision(record.getRevision() + 1)
                .setAmount(0)
                .setMeasure(isReset ? UNDONE : record.getMeasure())
                .setEffectiveAt(at)
                .setActor(actor)
                .setReason(reason)
                .build());
    }

    /** Whether a record takes an adjustment back. */
    static boolean isUndo(Adjustment record) {
        return record.getRevision() > 0
                && (record.getKind() == AdjustmentKind.RESET
                        ? UNDONE.equals(record.getMeasure())
                        : record.getAmount() == 0);
    }
}
