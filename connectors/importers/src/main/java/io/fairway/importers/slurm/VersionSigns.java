package io.fairway.importers.slurm;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.importers.SourceFile;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What tells the version of a Slurm, the first of these: {@code --dialect}; the output of {@code sinfo -V} or {@code scontrol
 * show config}; the format of sacctmgr's output; else it is the newest.
 */
final class VersionSigns {
    private static final Pattern TOLD = Pattern.compile("(?i)slurm(?:-\\S+)?\\s+(\\d\\S*)");
    private static final Pattern SETTING = Pattern.compile("(?m)^SLURM_VERSION\\s*=\\s*(\\S+)");

    private @Nullable SlurmVersion told;
    private String teller = "";
    private @Nullable SlurmVersion seen;
    private String sign = "";

    /** Whether a file is the output of {@code sinfo -V} or {@code scontrol show config}. */
    static boolean isOne(SourceFile file) {
        String text = file.text().strip();
        return text.startsWith("Configuration data as of")
                || SETTING.matcher(text).find()
                || TOLD.matcher(text).matches();
    }

    /** Takes the version of such a file. */
    void take(SourceFile file, ImportReport report) {
        Matcher match = TOLD.matcher(file.text().strip());
        Matcher setting = SETTING.matcher(file.text());
        String version = match.matches() ? match.group(1) : setting.find() ? setting.group(1) : "";
        SlurmVersion known = SlurmVersion.of(String.valueOf(version));
        if (known == null) {
            report.warning(
                    new Place(file.name(), 0), "SLURM_VERSION \"" + version + "\": must be a version such as 24.11.5");
            return;
        }
        told = known;
        teller = file.name() + ": Slurm " + version;
    }

    /** Takes what the format of the associations tells. */
    void look(List<SacctmgrTable> tables, List<DumpLine> dump) {
        if (dump.stream().anyMatch(line -> line.title() == DumpLine.Title.QOS)) {
            seen = SlurmVersion.SLURM_26_05;
            sign = "the dump has QOS lines";
        } else if (tables.stream().anyMatch(table -> table.columns().contains("lineage"))) {
            seen = SlurmVersion.SLURM_24_11;
            sign = "the associations have the column Lineage";
        } else if (tables.stream().anyMatch(table -> table.columns().contains("lft"))) {
            seen = SlurmVersion.SLURM_22_05;
            sign = "the associations have the column LFT";
        }
    }

    /**
     * The version to go by; the report says which, and why.
     *
     * @param dialect of the command; {@code null} = not given
     */
    SlurmVersion choose(@Nullable String dialect, ImportReport report) {
        SlurmVersion named = SlurmVersion.named(dialect);
        SlurmVersion chosen = named != null ? named : told != null ? told : seen != null ? seen : SlurmVersion.NEWEST;
        String why = named != null
                ? "by --dialect"
                : told != null
                        ? teller
                        : seen != null ? sign : "no file tells the version; --dialect or the output of sinfo -V does";
        report.read("dialect " + chosen + ": " + why);
        if (named != null && told != null && named != told) {
            report.warning(null, "--dialect " + named + ": taken, but " + teller);
        }
        return chosen;
    }
}
