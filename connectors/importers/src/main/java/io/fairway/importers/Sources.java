package io.fairway.importers;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of a site; includes are replaced by the lines of the included file. */
public final class Sources {
    private final List<SourceFile> files;
    private final boolean slurm;
    private final boolean directives;
    private final ImportReport report;
    private final Set<String> included;

    /**
     * The given files.
     *
     * @param slurm whether the files are slurm.conf and what it includes; see {@link Lines}
     * @param directives whether {@code #INCLUDE} and similar directives exist
     */
    public Sources(List<SourceFile> files, boolean slurm, boolean directives, ImportReport report) {
        this.files = List.copyOf(files);
        this.slurm = slurm;
        this.directives = directives;
        this.report = report;
        included = new HashSet<>();
        for (SourceFile file : files) {
            for (SourceLine line : Lines.of(file, slurm, directives)) {
                String wanted = included(line);
                if (wanted != null && !baseName(wanted).equals(file.name())) {
                    included.add(baseName(wanted));
                }
            }
        }
    }

    /**
     * The lines of a file and its includes. An included file is read if it was also given; otherwise the report names
     * it.
     */
    public List<SourceLine> lines(SourceFile file) {
        List<SourceLine> lines = new ArrayList<>();
        read(file, lines, Set.of(file.name()));
        return lines;
    }

    /** Whether another file includes this one. */
    public boolean isIncluded(SourceFile file) {
        return included.contains(file.name());
    }

    private void read(SourceFile file, List<SourceLine> lines, Set<String> open) {
        for (SourceLine line : Lines.of(file, slurm, directives)) {
            String wanted = included(line);
            if (wanted == null) {
                lines.add(line);
                continue;
            }
            SourceFile found = files.stream()
                    .filter(each -> each.name().equals(baseName(wanted)))
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                report.warning(line.place(), "includes " + wanted + ", which is not among the files; give it too");
            } else if (open.contains(found.name())) {
                report.error(line.place(), "includes " + wanted + ", which must not include this file");
            } else {
                Set<String> within = new HashSet<>(open);
                within.add(found.name());
                read(found, lines, within);
            }
        }
    }

    /** The included file of a line; {@code null} for other lines. */
    private @Nullable String included(SourceLine line) {
        String[] words = line.text().split("\\s+", 2);
        return words.length == 2 && words[0].equalsIgnoreCase(directives ? "#include" : "include")
                ? words[1].strip().replaceAll("^[\"<']|[\">']$", "")
                : null;
    }

    private static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
