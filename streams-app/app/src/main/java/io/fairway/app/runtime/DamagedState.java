package io.fairway.app.runtime;

import io.fairway.schemas.Causes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Stores on disk that cannot be read any more. The directory is a copy of the changelogs, so it is deleted and made
 * again from them. A full disk or missing rights are no damage.
 */
final class DamagedState {
    private static final Pattern TASK = Pattern.compile("\\d+_\\d+");
    private static final Pattern LOCATION = Pattern.compile("at location (.+)$");

    private DamagedState() {}

    /** The directory of the task whose store a failure found damaged; null = the failure is of another kind. */
    static @Nullable Path taskDirectory(Throwable failure) {
        if (!Causes.anyOf(failure, DamagedState::isDamage)) {
            return null;
        }
        Path[] found = {null};
        var unused = Causes.anyOf(failure, cause -> {
            if (cause instanceof ProcessorStateException && cause.getMessage() != null) {
                Matcher location = LOCATION.matcher(cause.getMessage());
                for (Path at = location.find() ? Path.of(location.group(1)) : null; at != null; at = at.getParent()) {
                    if (at.getFileName() != null
                            && TASK.matcher(at.getFileName().toString()).matches()) {
                        found[0] = at;
                        return true;
                    }
                }
            }
            return false;
        });
        return found[0];
    }

    private static boolean isDamage(Throwable cause) {
        if (!(cause instanceof RocksDBException rocks)) {
            return false;
        }
        Status status = rocks.getStatus();
        return (status != null && status.getCode() == Status.Code.Corruption)
                || String.valueOf(rocks.getMessage()).contains("No such file or directory");
    }

    /** Deletes the directory of a task. */
    static void delete(Path taskDirectory) {
        try {
            if (Files.exists(taskDirectory)) {
                Utils.delete(taskDirectory.toFile());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the damaged state in " + taskDirectory + " cannot be deleted; delete it by hand", e);
        }
    }
}
