package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process holds in its heap after a full collection, by {@code jcmd GC.class_histogram}. The gaps that a collector fills so that
 * it can walk the heap are left out.
 */
record LiveMemory(long bytes, List<String> largest) {
    private static final Pattern TOTAL = Pattern.compile("^Total\\s+\\d+\\s+(\\d+)");
    private static final Pattern FILLER =
            Pattern.compile("^\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+\\S*jdk\\.internal\\.vm\\.Filler");
    private static final int SHOWN = 12;
    private static final int HEAD = 3;

    static LiveMemory of(BenchChild child) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process process = new ProcessBuilder(jcmd.toString(), Long.toString(child.pid()), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return read(lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + jcmd + "; is this a JDK?", e);
        }
    }

    /** Reads a histogram. */
    static LiveMemory read(List<String> lines) {
        long gaps = 0;
        for (String line : lines) {
            Matcher filler = FILLER.matcher(line);
            gaps += filler.find() ? Long.parseLong(filler.group(1)) : 0;
            Matcher total = TOTAL.matcher(line);
            if (total.find()) {
                List<String> largest =
                        lines.subList(Math.min(HEAD, lines.size()), Math.min(HEAD + SHOWN, lines.size()));
                return new LiveMemory(Long.parseLong(total.group(1)) - gaps, List.copyOf(largest));
            }
        }
        throw new IllegalStateException("a histogram of jcmd has no total: " + String.join(" | ", lines));
    }
}
