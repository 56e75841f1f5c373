package io.fairway.collect.hosts;

import io.fairway.avro.HostState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code bhosts -w -X}: a line of titles, then a line for each host. Columns are found by their titles.
 *
 * <p>Slots are MAX; {@code -} is no number. It names no groups. A host that is {@code closed_Full} is open here: its jobs
 * hold all slots, and the next job may start when one of them ends. All other {@code closed} states close it.
 * {@code unavail}, {@code unreach} and {@code unlicensed} are down.
 *
 * <p>Source: IBM Spectrum LSF 10.1 command reference, bhosts.
 */
final class BhostsTable {
    private static final List<String> TITLES = List.of("HOST_NAME", "STATUS", "MAX");

    private BhostsTable() {}

    static HostLook read(String source, Reader answer) throws IOException {
        HostLook.Builder look = new HostLook.Builder(source);
        BufferedReader lines = new BufferedReader(answer);
        List<String> titles = List.of();
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            List<String> words = List.of(line.strip().split("\\s+"));
            if (titles.isEmpty()) {
                titles = titles(source, number, words);
            } else if (words.size() != titles.size()) {
                look.problem(
                        "line " + number,
                        "\"" + line.strip() + "\": must have " + titles.size() + " columns, as the titles have");
            } else {
                String slots = words.get(titles.indexOf("MAX"));
                String status = words.get(titles.indexOf("STATUS"));
                look.add(
                        "line " + number,
                        words.get(titles.indexOf("HOST_NAME")),
                        () -> new SeenHost(slots(slots), null, state(status)));
            }
        }
        return look.build();
    }

    private static List<String> titles(String source, int number, List<String> words) throws IOException {
        if (!words.containsAll(TITLES)) {
            throw new IOException(source + ", line " + number + ": titles " + words + " must have " + TITLES);
        }
        return words;
    }

    private static @Nullable Long slots(String text) {
        return text.equals("-") ? null : Long.valueOf(HostLook.slots("MAX", text));
    }

    private static HostState state(String status) {
        if (status.equals("closed") || status.startsWith("closed_")) {
            return status.equals("closed_Full") ? HostState.OPEN : HostState.CLOSED;
        }
        return switch (status) {
            case "ok" -> HostState.OPEN;
            case "unavail", "unreach", "unlicensed" -> HostState.DOWN;
            default ->
                throw new IllegalArgumentException(
                        "STATUS \"" + status + "\": must be ok, closed..., unavail, unreach or unlicensed");
        };
    }
}
