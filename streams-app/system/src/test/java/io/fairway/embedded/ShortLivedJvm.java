package io.fairway.embedded;

import java.util.List;
import java.util.stream.Stream;

/**
 * Options of a child process that lives for seconds: what the JVM's second compiler and a collector with threads of its own
 * would make does not pay. All children with these options share one archive of their classes.
 */
public final class ShortLivedJvm {
    private ShortLivedJvm() {}

    /**
     * The options.
     *
     * @param heap the largest heap, such as {@code 256m}
     * @param more options
     */
    public static List<String> options(String heap, String... more) {
        return Stream.concat(Stream.of("-Xmx" + heap, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), Stream.of(more))
                .toList();
    }

    /** As above, in the place of others, of which the properties stay. */
    public static List<String> instead(List<String> others) {
        return options(
                "512m",
                others.stream().filter(option -> option.startsWith("-D")).toArray(String[]::new));
    }
}
