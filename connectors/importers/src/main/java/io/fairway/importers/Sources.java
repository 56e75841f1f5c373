package io.fairway.importers;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of a site, with those that others include put in their place. */
public final class Sources {
    private final List<SourceFile> files;
    private final boolean escapes;
    private final boolean directives;
    private final ImportReport report;
    private final Set<String> included;

    /**
     * Files as they were given.
     *
     * @param escapes whether {@code \#} is known
     * @param directives whether {@code #INCLUDE} and its like are
     */
    public Sources(List<SourceFile> files, boolean escapes, boolean directives, ImportReport report) {
        this.files = List.copyOf(files);
        this.escapes = escapes;
        this.directives = directives;
        this.report = report;
        included = new HashSet<>();
        for (SourceFile file : files) {
            for (SourceLine line : Lines.of(file, escapes, directives)) {
                String wanted = included(line);
                if (wanted != null && !baseName(wanted).equals(file.name())) {
                    included.add(baseName(wanted));
                }
            }
        }
    }

    /** The lines of a file and of what it includes. An included file is read if it was given as well, else it is told. */
    public List<SourceLine> lines(SourceFile file) {
        List<SourceLine> lines = new ArrayList<>();
        read(file, lines, Set.of(file.name()));
        return lines;
    }

    /** Whether a file was included by another one. */
    public boolean isIncluded(SourceFile file) {
        return included.contains(file.name());
    }

    private void read(SourceFile file, List<SourceLine> lines, Set<String> open) {
        for (SourceLine line : Lines.of(file, escapes, directives)) {
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
                report.warning(line.place(), "includes " + wanted + ", which is not among the files: it is not read");
            } else if (open.contains(found.name())) {
                report.error(line.place(), "includes " + wanted + ", which includes this file");
            } else {
                Set<String> within = new HashSet<>(open);
                within.add(found.name());
                read(found, lines, within);
            }
        }
    }

    /** What a line includes; {@code null} if it is another line. */
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
