package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.table.ColumnOptions;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.TextPage;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The tool whose columns show priorities. */
public final class PriorityFormat {
    private enum Format {
        TABLE,
        SPRIO,
        SQUEUE,
        MDIAG_P;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final class Formats extends ToolNames<Format> {
        Formats() {
            super(Format.class);
        }
    }

    private final ToolNames<Format> formats = new Formats();

    @Option(
            names = "--format",
            defaultValue = "table",
            paramLabel = "FORMAT|COLUMN,...",
            completionCandidates = Formats.class,
            description = "${COMPLETION-CANDIDATES}, or columns of the table. Default: ${DEFAULT-VALUE}.")
    private String asked = "table";

    @Option(
            names = {"-l", "--long"},
            description = "With sprio: show all columns.")
    private boolean isLong;

    @Option(
            names = {"-n", "--norm"},
            description = "With sprio: show factors from 0 to 1 instead of points.")
    private boolean normalised;

    @Option(
            names = {"-w", "--weights"},
            description = "With sprio: show only the weights.")
    private boolean weights;

    @Option(
            names = {"-o", "--letters"},
            paramLabel = "COLUMN,...|LETTERS",
            description = "Columns of the table, as with --format. With sprio and squeue: columns by letters, such as"
                    + " %%.10Y (squeue: %%p, %%Q).")
    private @Nullable String letters;

    @Option(names = "--noheader", description = "With sprio and squeue: omit the title line.")
    private boolean noHeader;

    /** The names of the columns to print; none = all columns. */
    public List<String> columns() {
        return hasLetters() || letters == null ? formats.columns(asked) : ColumnOptions.of(letters);
    }

    private Format format() {
        return formats.tool(asked, Format.TABLE);
    }

    private boolean hasLetters() {
        return format() == Format.SPRIO || format() == Format.SQUEUE;
    }

    /**
     * Refuses options that contradict each other.
     *
     * @param sorted whether the command sorts by a column
     */
    public void check(CommandSpec spec, OutputOptions output, boolean sorted) {
        Format format = format();
        OutputOptions.refuse(
                spec,
                sorted && format != Format.TABLE && format != Format.SQUEUE,
                "--sort: --format " + format + " has an order of its own");
        output.refuseBeside(spec, format, format != Format.TABLE);
        OutputOptions.refuse(
                spec, format != Format.SPRIO && (isLong || normalised || weights), "-l, -n and -w need --format sprio");
        OutputOptions.refuse(spec, !hasLetters() && noHeader, "--noheader needs --format sprio or --format squeue");
        OutputOptions.refuse(
                spec,
                !hasLetters() && letters != null && (format != Format.TABLE || letters.contains("%")),
                "-o " + letters + ": letters need --format sprio or --format squeue");
        OutputOptions.refuse(
                spec,
                !hasLetters() && letters != null && !formats.columns(asked).isEmpty(),
                "-o and --format: both name columns; use one of them");
        OutputOptions.refuse(
                spec, letters != null && (isLong || normalised), "-o FORMAT: cannot be combined with -l or -n");
        String wanted = letters;
        if (wanted != null && hasLetters()) {
            try {
                LetterFormat.of(wanted, format == Format.SPRIO ? SprioFields.SPRIO : SprioFields.SQUEUE);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Prints the answer, unless the format is Fairway's own. */
    public boolean print(JsonNode answer, TextPage page) {
        switch (format()) {
            case TABLE -> {
                return false;
            }
            case SPRIO -> {
                LetterFormat columns = letters == null
                        ? Sprio.columns(answer, isLong, normalised)
                        : LetterFormat.of(letters, SprioFields.SPRIO);
                Sprio.print(answer, columns, weights, !noHeader, page);
            }
            case SQUEUE -> Sprio.squeue(answer, letters, !noHeader, page);
            case MDIAG_P -> MdiagP.print(answer, page);
        }
        return true;
    }
}
