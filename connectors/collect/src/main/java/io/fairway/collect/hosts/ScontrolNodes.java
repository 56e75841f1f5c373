package io.fairway.collect.hosts;

import io.fairway.avro.HostState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code scontrol -a -o show nodes}: a line for each node, of {@code Key=value} separated by blanks. Texts such as OS
 * and Reason have blanks of their own; they stand behind the keys that are read, and the first of a key counts.
 *
 * <p>Slots are {@code CPUEfctv}, the CPUs that jobs may have, and {@code CPUTot} where Slurm does not say it. Groups are the
 * partitions. A node in several states takes new jobs only if all of them allow it. One that Slurm switched off to save
 * power does: Slurm starts it for a job.
 *
 * <p>Source: scontrol(1) of Slurm 22.05, SHOW NODES; sinfo(1), NODE STATE CODES.
 */
final class ScontrolNodes {
    private static final Pattern FIELD = Pattern.compile("(?<!\\S)([A-Za-z]+)=(\\S*)");
    private static final String NONE = "(null)";
    /** Signs behind a state: not answering, power, reboot, planned ... */
    private static final Pattern SIGNS = Pattern.compile("[*~#!%$@^+-]+$");

    private static final Set<String> DOWN =
            Set.of("DOWN", "ERROR", "FUTURE", "INVAL", "INVALID_REG", "NOT_RESPONDING", "NO_RESPOND", "UNKNOWN");
    private static final Set<String> CLOSED = Set.of(
            "BLOCKED",
            "DRAIN",
            "DRAINED",
            "DRAINING",
            "FAIL",
            "FAILING",
            "MAINT",
            "MAINTENANCE",
            "PERFCTRS",
            "POWERING_DOWN",
            "REBOOT",
            "REBOOT_ISSUED",
            "REBOOT_REQUESTED",
            "RESERVED");
    private static final Set<String> OPEN = Set.of(
            "ALLOC",
            "ALLOCATED",
            "CLOUD",
            "COMP",
            "COMPLETING",
            "DYNAMIC_FUTURE",
            "DYNAMIC_NORM",
            "IDLE",
            "MIX",
            "MIXED",
            "PLANNED",
            "POWERED_DOWN",
            "POWERING_UP",
            "POWER_DOWN",
            "POWER_UP");

    private ScontrolNodes() {}

    static HostLook read(String source, Reader answer) throws IOException {
        HostLook.Builder look = new HostLook.Builder(source);
        BufferedReader lines = new BufferedReader(answer);
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            Map<String, String> fields = fields(line);
            String name = fields.getOrDefault("NodeName", "");
            if (name.isEmpty()) {
                look.problem("line " + number, "\"" + shortened(line) + "\": must begin with NodeName=");
                continue;
            }
            look.add("line " + number, name, () -> host(fields));
        }
        return look.build();
    }

    private static String shortened(String line) {
        return line.length() <= 80 ? line : line.substring(0, 80) + "...";
    }

    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new HashMap<>();
        Matcher field = FIELD.matcher(line);
        while (field.find()) {
            fields.putIfAbsent(field.group(1), field.group(2));
        }
        return fields;
    }

    private static SeenHost host(Map<String, String> fields) {
        String effective = fields.get("CPUEfctv");
        String key = effective == null ? "CPUTot" : "CPUEfctv";
        return new SeenHost(
                HostLook.slots(key, effective == null ? fields.getOrDefault("CPUTot", "") : effective),
                partitions(fields.get("Partitions")),
                state(fields.getOrDefault("State", "")));
    }

    private static Set<String> partitions(@Nullable String text) {
        Set<String> names = new TreeSet<>();
        if (text != null && !text.equals(NONE)) {
            names.addAll(Arrays.asList(text.split(",")));
            names.remove("");
        }
        return names;
    }

    /** The state of, say, {@code IDLE+DRAIN} or {@code DOWN*}. */
    static HostState state(String text) {
        List<String> words = new ArrayList<>();
        boolean isSilent = false;
        for (String part : text.toUpperCase(Locale.ROOT).split("\\+")) {
            Matcher signs = SIGNS.matcher(part);
            isSilent |= signs.find() && signs.group().contains("*");
            words.add(SIGNS.matcher(part).replaceAll(""));
        }
        for (String word : words) {
            if (!DOWN.contains(word) && !CLOSED.contains(word) && !OPEN.contains(word)) {
                throw new IllegalArgumentException("State \"" + text + "\": \"" + word
                        + "\" must be a node state of Slurm, such as IDLE, ALLOCATED, DRAIN or DOWN");
            }
        }
        if (isSilent || words.stream().anyMatch(DOWN::contains)) {
            return HostState.DOWN;
        }
        return words.stream().anyMatch(CLOSED::contains) ? HostState.CLOSED : HostState.OPEN;
    }
}
