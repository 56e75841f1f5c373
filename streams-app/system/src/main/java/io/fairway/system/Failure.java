package io.fairway.system;

import io.fairway.schemas.Permissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Failures for operators: one line that ends with the cause. */
public final class Failure {
    private static final int LONGEST_CHAIN = 64;
    private static final int MAX_CHARACTERS = 2_000;

    private Failure() {}

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
            messages.add(failure.getClass().getSimpleName());
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
            return failure.getClass().getSimpleName();
        }
        String text = message.strip().replaceAll("\\s*\\R\\s*", " ");
        return saysNothingAlone(text) ? failure.getClass().getSimpleName() + " " + text : text;
    }

    /** The message of an {@code ArrayIndexOutOfBoundsException} or a {@code NoSuchFileException} is only the object. */
    private static boolean saysNothingAlone(String text) {
        return text.indexOf(' ') < 0;
    }
}
