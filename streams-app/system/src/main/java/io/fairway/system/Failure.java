package io.fairway.system;

import io.fairway.schemas.Permissions;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Failures for operators: one line that ends with the cause. */
public final class Failure {
    private static final int LONGEST_CHAIN = 64;
    private static final int MAX_CHARACTERS = 2_000;

    /** The name of a class before its message, as a cause's text has it. */
    private static final Pattern CLASS = Pattern.compile("\\b(?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)\\b:? *");

    /** The end of a class's name, which says nothing to an operator. */
    private static final Pattern KIND = Pattern.compile("(Exception|Error)$");

    private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private Failure() {}

    /** Whether the command ends because somebody interrupted it, as Ctrl-C does. */
    static boolean isInterruption(Throwable failure) {
        return Stream.of(
                        InterruptedException.class,
                        InterruptException.class,
                        InterruptedIOException.class,
                        ClosedByInterruptException.class)
                .anyMatch(type -> isOf(failure, type));
    }

    /** What the kind of a failure says in words: {@code no such file} of a {@code NoSuchFileException}. */
    private static String words(Throwable failure) {
        String kind = KIND.matcher(failure.getClass().getSimpleName()).replaceAll("");
        return kind.isEmpty()
                ? "failed"
                : NEXT_WORD.matcher(kind).replaceAll(" ").toLowerCase(Locale.ROOT);
    }

    /** The messages from the outermost to the root cause in one line, each once. */
    public static String line(Throwable failure) {
        List<String> messages = new ArrayList<>();
        for (Throwable one : chain(failure)) {
            String message = message(one);
            // A wrapper repeats its cause, and a cause may repeat the end of the message before it.
            if (message != null && messages.stream().noneMatch(earlier -> earlier.contains(message))) {
                messages.add(message);
            }
        }
        if (messages.isEmpty()) {
            messages.add(words(failure));
        }
        // Kafka says what it waited for, and not for whom.
        String away = isOf(failure, TimeoutException.class) ? "; do the brokers of bootstrap.servers answer?" : "";
        String line = String.join(": ", messages) + Permissions.remedy(failure) + away;
        return line.length() <= MAX_CHARACTERS ? line : line.substring(0, MAX_CHARACTERS) + " ...";
    }

    /** Whether the failure or one of its causes is of a type. */
    public static boolean isOf(Throwable failure, Class<? extends Throwable> type) {
        return chain(failure).stream().anyMatch(type::isInstance);
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable one = failure; one != null && chain.size() < LONGEST_CHAIN; one = one.getCause()) {
            chain.add(one);
        }
        return chain;
    }

    /** The own message of an exception; null if it only repeats its cause. */
    private static @Nullable String message(Throwable failure) {
        String message = failure.getMessage();
        Throwable cause = failure.getCause();
        if (cause != null && (message == null || message.equals(cause.toString()))) {
            return null;
        }
        if (message == null || message.isBlank()) {
            return words(failure);
        }
        String text =
                CLASS.matcher(message.strip().replaceAll("\\s*\\R\\s*", " ")).replaceAll("");
        return saysNothingAlone(text) ? words(failure) + " " + text : text;
    }

    /** The message of an {@code ArrayIndexOutOfBoundsException} or a {@code NoSuchFileException} is only the object. */
    private static boolean saysNothingAlone(String text) {
        return text.indexOf(' ') < 0;
    }
}
