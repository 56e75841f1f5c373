package io.fairway.app.tables;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.program.TableClient;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What apply, diff and get do, of whatever table. */
abstract class TableCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /**
     * Reads a file for apply.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read
     */
    abstract TableFile<?> read(YamlMap file);

    /** Brings the table to the content of a file, and returns the number of changes. */
    int change(TableOptions options, Path path, boolean remove, boolean dryRun) throws InterruptedException {
        TableFile<?> file = checked(() -> read(YamlValue.read(path)));
        try (ApplicationAnswer answer = options.answer()) {
            int changes = file.apply(options, remove, dryRun, answer, out());
            answer.await(out());
            return changes;
        }
    }

    /** Prints the changes that a file would make, and returns the exit code. */
    final int difference(TableOptions options, Path path) throws InterruptedException {
        return change(options, path, true, true) == 0 ? 0 : 1;
    }

    /**
     * The records that somebody asked for.
     *
     * @throws ParameterException if there are none
     */
    final <T extends SpecificRecord> List<T> found(TableClient<T> table, Predicate<T> asked, String ifNone) {
        List<T> records = table.read().values().stream().filter(asked).toList();
        if (records.isEmpty()) {
            throw new ParameterException(spec.commandLine(), ifNone);
        }
        return records;
    }

    /** A value, whose problem is one of the command line. */
    final <R> R checked(Supplier<R> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            throw misuse(wrong);
        }
    }

    final ParameterException misuse(IllegalArgumentException wrong) {
        return new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
    }

    final int print(String text) {
        PrintWriter out = out();
        out.print(text);
        out.flush();
        return 0;
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
