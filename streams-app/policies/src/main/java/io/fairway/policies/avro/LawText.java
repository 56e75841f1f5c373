package io.fairway.policies.avro;

import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.WindowDecay;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decay laws and fairshare windows in words, with times in the units of people: {@code half-life 7d}. */
public final class LawText {
    private LawText() {}

    /** How usage under a measure decays at an instant: by its windows if it has any, otherwise by its law. */
    public static String of(DecayLaws laws, long at, @Nullable WindowDecay windows) {
        return of(laws.at(at), windows);
    }

    /** The same under one law. */
    public static String of(DecayLaw law, @Nullable WindowDecay windows) {
        if (windows != null) {
            return windows.windowing().depth() + " windows of "
                    + time(windows.windowing().intervalMillis()) + ", each weighing " + windows.decay()
                    + " of the one after it";
        }
        return switch (law.kind()) {
            case HALF_LIFE -> "half-life " + time(law.millis());
            case TENTH_LIFE -> "tenth-life " + time(law.millis());
            case NONE -> "no decay";
            case SLURM_TICK ->
                "half-life " + time(law.millis()) + " in steps of " + time(law.period()) + ", the first "
                        + time(law.phase()) + " after 1970";
            case TENTH_LIFE_STEPS ->
                "tenth-life " + time(law.millis()) + " in steps of " + time(law.period()) + ", the first "
                        + time(law.phase()) + " after 1970";
        };
    }

    /** Every unit that is not zero, the largest first: {@code 1d12h}; seconds with their decimals. */
    static String time(long millis) {
        Duration time = Duration.ofMillis(millis);
        StringBuilder text = new StringBuilder();
        unit(text, time.toDays(), "d");
        unit(text, time.toHoursPart(), "h");
        unit(text, time.toMinutesPart(), "m");
        BigDecimal seconds = BigDecimal.valueOf(millis % 60_000, 3).stripTrailingZeros();
        if (seconds.signum() != 0 || text.isEmpty()) {
            text.append(seconds.signum() == 0 ? "0" : seconds.toPlainString()).append('s');
        }
        return text.toString();
    }

    private static void unit(StringBuilder text, long amount, String unit) {
        if (amount != 0) {
            text.append(amount).append(unit);
        }
    }
}
