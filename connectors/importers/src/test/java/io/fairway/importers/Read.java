package io.fairway.importers;

import io.fairway.importers.registry.Scheduler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Reads inputs for tests. */
public final class Read {
    public static final ImportTarget TARGET = ImportTarget.of("alps", "main", 1_796_083_200_000L);

    private Read() {}

    public static Imported slurm(String conf) {
        return Scheduler.SLURM.read(List.of(new SourceFile("slurm.conf", conf)), TARGET);
    }

    public static Imported moab(String conf) {
        return Scheduler.MOAB.read(List.of(new SourceFile("moab.cfg", conf)), TARGET);
    }

    /** Files of LSF, as name, text, name, text ... */
    public static Imported lsf(String... namesAndTexts) {
        return Scheduler.LSF.read(files(namesAndTexts), TARGET);
    }

    public static List<SourceFile> files(String... namesAndTexts) {
        List<SourceFile> files = new java.util.ArrayList<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            files.add(new SourceFile(namesAndTexts[i], namesAndTexts[i + 1]));
        }
        return files;
    }

    /** The findings in their printed form. */
    public static List<String> findings(Imported imported) {
        return imported.report().findings().stream()
                .map(ImportReport.Finding::toString)
                .toList();
    }

    /** The value of a key that must exist. */
    public static <T> T at(java.util.Map<String, T> map, String key) {
        return Objects.requireNonNull(map.get(key), key);
    }

    /** A file beside the tests. */
    public static String resource(String path) {
        try (InputStream in = Objects.requireNonNull(Read.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
