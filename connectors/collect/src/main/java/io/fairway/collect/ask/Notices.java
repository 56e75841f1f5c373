package io.fairway.collect.ask;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Passes each message on once. A site with 100,000 jobs of an unknown state wants to read of it once. Control characters
 * of what a message quotes do not reach the reader's terminal.
 */
public final class Notices {
    private static final int MOST = 1_000;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\x80-\\x9f]");

    private final Consumer<String> reader;
    private final Set<String> told = new HashSet<>();

    public Notices(Consumer<String> reader) {
        this.reader = reader;
    }

    /**
     * Tells something unless it was told before.
     *
     * @param subject what it is about; there is one message about each
     */
    public void once(String subject, String message) {
        if (told.size() < MOST && told.add(subject)) {
            reader.accept(CONTROL.matcher(message).replaceAll("\ufffd"));
        }
    }
}
