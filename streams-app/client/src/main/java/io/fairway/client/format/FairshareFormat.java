package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.TextPage;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The tool whose columns show fairshare. */
public final class FairshareFormat {
    private enum Format {
        TABLE,
        SSHARE,
        BHPART,
        MDIAG_F;

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
            names = {"-o", "--format"},
            defaultValue = "table",
            paramLabel = "FORMAT|COLUMN,...",
            completionCandidates = Formats.class,
            description = "${COMPLETION-CANDIDATES}, or columns of the table. Default: ${DEFAULT-VALUE}.")
    private String asked = "table";

    @Option(
            names = {"-l", "--long"},
            description = "With sshare: show more columns.")
    private boolean isLong;

    @Option(
            names = {"-m", "--partition"},
            description = "With sshare: show the partition of associations of one.")
    private boolean partitions;

    @Option(
            names = {"-p", "--parsable"},
            description = "With sshare: print a bar after every column.")
    private boolean barAfter;

    @Option(
            names = {"-P", "--parsable2"},
            description = "With sshare: print a bar between columns.")
    private boolean barBetween;

    @Option(
            names = {"-n", "--noheader"},
            description = "With sshare: omit the title line.")
    private boolean noHeader;

    /** The names of the columns to print; none = all columns. */
    public List<String> columns() {
        return formats.columns(asked);
    }

    private Format format() {
        return formats.tool(asked, Format.TABLE);
    }

    /**
     * Refuses options that contradict each other.
     *
     * @param sorted whether the command sorts by a column
     */
    public void check(CommandSpec spec, OutputOptions output, boolean sorted) {
        Format format = format();
        OutputOptions.refuse(
                spec, sorted && format != Format.TABLE, "--sort: --format " + format + " has an order of its own");
        output.refuseBeside(spec, format, format != Format.TABLE);
        OutputOptions.refuse(
                spec,
                format != Format.SSHARE && (isLong || partitions || barAfter || barBetween || noHeader),
                "-l, -m, -p, -P and -n need --format sshare");
        OutputOptions.refuse(spec, barAfter && barBetween, "-p and -P: use one of them");
    }

    /** Whether it needs more than a list of fairshare. */
    public boolean needsDetails() {
        return format() == Format.BHPART || format() == Format.MDIAG_F;
    }

    /** Prints the answer, unless the format is Fairway's own. */
    public boolean print(JsonNode answer, TextPage page) {
        switch (format()) {
            case TABLE -> {
                return false;
            }
            case SSHARE -> {
                Sshare.Separation separation = barAfter
                        ? Sshare.Separation.BAR_AFTER
                        : barBetween ? Sshare.Separation.BAR_BETWEEN : Sshare.Separation.COLUMNS;
                new Sshare(isLong, partitions, separation, !noHeader).print(answer, page);
            }
            case BHPART -> LsfTables.bhpart(answer, page);
            case MDIAG_F -> MdiagF.print(answer, page);
        }
        return true;
    }
}
