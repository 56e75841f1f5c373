package io.fairway.schemas;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Searches a chain of causes. */
public final class Causes {
    /** Largest number of causes to search; a longer chain is circular. */
    private static final int MAX_DEPTH = 64;

    private Causes() {}

    /** Whether a failure, or one of its causes, matches. */
    public static boolean anyOf(Throwable thrown, Predicate<Throwable> wanted) {
        return first(thrown, wanted) != null;
    }

    /** The innermost cause. */
    public static Throwable rootOf(Throwable thrown) {
        Throwable root = thrown;
        for (int depth = 0; root.getCause() != null && depth < MAX_DEPTH; depth++) {
            root = root.getCause();
        }
        return root;
    }

    static @Nullable Throwable first(Throwable thrown, Predicate<Throwable> wanted) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (wanted.test(cause)) {
                return cause;
            }
            cause = cause.getCause();
        }
        return null;
    }
}
