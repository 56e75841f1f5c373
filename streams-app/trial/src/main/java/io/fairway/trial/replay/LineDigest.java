package io.fairway.trial.replay;

import io.fairway.avro.EpochSum;
import io.fairway.avro.UsageRecord;
import io.fairway.avro.UsageWindow;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.Line;
import io.fairway.policies.family.MeasureDefinition;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;

/**
 * One number for all lines of a replay: the SHA-256 of a text of them. It is the same if the lines are the same, bit for bit.
 *
 * <p>The text has one row for each line that is not empty, in the order of the keys:
 *
 * <pre>{@code key TAB rate TAB since TAB epoch:sum,epoch:sum LF}</pre>
 *
 * with integers in decimal, and only the sums that still count at the instant of reading and are not zero. For usage in fairshare
 * windows, the sums are {@code start:processor-seconds} of the windows that are not zero.
 */
public final class LineDigest {
    private LineDigest() {}

    /**
     * Computes it.
     *
     * @param lines the usage records by their keys
     * @param measures the statements of their measures, by name
     * @param at the instant of reading, epoch milliseconds
     */
    public static String of(SortedMap<String, UsageRecord> lines, Map<String, MeasureDefinition> measures, long at) {
        MessageDigest digest = sha256();
        lines.forEach((key, record) -> {
            MeasureDefinition measureDefinition = measures.get(record.getMeasure());
            if (measureDefinition == null) {
                throw new IllegalStateException("line " + key + " is of a measure that no policy names");
            }
            String row = measureDefinition.windows() == null
                    ? row(key, record, measureDefinition.law(), at)
                    : windows(key, record);
            digest.update(row.getBytes(StandardCharsets.UTF_8));
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String row(String key, UsageRecord record, DecayLaw law, long at) {
        if (!record.getLater().isEmpty()) {
            throw new IllegalStateException("line " + key + ": its decay law changes "
                    + record.getLater().size() + " times; a digest is of lines with one law");
        }
        Line line = line(record);
        line.prune(law, at);
        return line.isEmpty() ? "" : row(key, line);
    }

    private static String windows(String key, UsageRecord record) {
        StringBuilder row = new StringBuilder(key).append('\t').append(record.getRate());
        int start = row.length();
        for (UsageWindow window : record.getWindows()) {
            if (window.getValue() != 0) {
                row.append('\t')
                        .append(window.getStart().toEpochMilli())
                        .append(':')
                        .append(window.getValue());
            }
        }
        return row.length() == start && record.getRate().signum() == 0
                ? ""
                : row.append('\n').toString();
    }

    static String row(String key, Line line) {
        StringBuilder row = new StringBuilder(key)
                .append('\t')
                .append(line.rate())
                .append('\t')
                .append(line.since())
                .append('\t');
        int start = row.length();
        line.forEachSum((epoch, sum) -> row.append(row.length() == start ? "" : ",")
                .append(epoch)
                .append(':')
                .append(sum));
        return row.append('\n').toString();
    }

    private static Line line(UsageRecord record) {
        Map<Long, Int256> sums = new HashMap<>();
        for (EpochSum sum : record.getSums()) {
            sums.put(sum.getEpoch(), wide(sum.getSum()));
        }
        return Line.restore(wide(record.getRate()), record.getSince().toEpochMilli(), sums);
    }

    private static Int256 wide(BigDecimal number) {
        return Int256.of(number.toBigIntegerExact());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
