package io.fairway.importers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The keywords that a scheduler knows and that affect neither fairshare nor priority, listed in a resource. */
public final class Keywords {
    private final Set<String> names;

    private Keywords(Set<String> names) {
        this.names = names;
    }

    /** The keywords in a list among this package's resources. */
    public static Keywords of(String resource) {
        try (InputStream in = Keywords.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("resource " + resource + ": must be on the class path");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Keywords(text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> java.util.Arrays.stream(line.strip().split("\\s+")))
                    .filter(name -> !name.isEmpty())
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the scheduler knows a keyword, in any case. */
    public boolean knows(String name) {
        return names.contains(name.toLowerCase(Locale.ROOT));
    }
}
