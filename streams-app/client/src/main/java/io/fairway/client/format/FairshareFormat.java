package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.TextPage;
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

    @Option(
            names = "--format",
            defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TABLE;

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

    public void check(CommandSpec spec, OutputOptions output) {
        output.refuseBeside(spec, format, format != Format.TABLE);
        OutputOptions.refuse(
                spec,
                format != Format.SSHARE && (isLong || partitions || barAfter || barBetween || noHeader),
                "-l, -m, -p, -P and -n need --format sshare");
        OutputOptions.refuse(spec, barAfter && barBetween, "-p and -P: use one of them");
    }

    /** Whether it needs more than a list of fairshare. */
    public boolean needsDetails() {
        return format == Format.BHPART || format == Format.MDIAG_F;
    }

    /** Prints the answer, unless the format is Fairway's own. */
    public boolean print(JsonNode answer, TextPage page) {
        switch (format) {
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
