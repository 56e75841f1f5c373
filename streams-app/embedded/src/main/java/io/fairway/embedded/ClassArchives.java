package io.fairway.embedded;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Archives of the classes that child processes load, so that those after the first start with a third less work. The first of a
 * kind to end in order leaves it behind. Of those that start before, three are to write one, because the first may live as long
 * as all others or be killed; the rest do without, because writing takes longer than it saves. Only where the system property
 * {@value #PROPERTY} names a directory: a build with hundreds of children.
 */
final class ClassArchives {
    /** Names the directory of the archives. */
    static final String PROPERTY = "fairway.class.archives";

    private static final Map<Path, String> JARS = new ConcurrentHashMap<>();
    private static final int WRITERS_EACH = 3;
    /** The processes that are to leave archives. */
    private static final Map<Path, List<ProcessHandle>> WRITERS = new ConcurrentHashMap<>();

    private ClassArchives() {}

    /** The archive of a program; null without a directory. */
    static @Nullable Path of(List<String> jvmOptions, String classPath, String mainClass) {
        Path directory = directory();
        if (directory == null) {
            return null;
        }
        // Neither properties nor sizes of heaps change a class; the collector does.
        String kind = jvmOptions.stream()
                .filter(option -> !option.startsWith("-D") && !option.startsWith("-Xm"))
                .collect(Collectors.joining(" ", classPath + " ", ""));
        String name = mainClass.substring(mainClass.lastIndexOf('.') + 1) + "-" + Integer.toHexString(kind.hashCode());
        return directory.resolve(name + ".jsa");
    }

    /** The options that let a program use its archive, or leave one. */
    static List<String> options(Path archive) {
        return !Files.exists(archive)
                        && alive(WRITERS.getOrDefault(archive, List.of())).size() >= WRITERS_EACH
                ? List.of()
                : List.of(
                        "-Xshare:auto",
                        "-XX:+AutoCreateSharedArchive",
                        "-XX:SharedArchiveFile=" + archive,
                        // It would complain of an old one on the program's standard output.
                        "-Xlog:disable");
    }

    /** Notes who was started with these options. */
    static void started(Path archive, ProcessHandle process) {
        if (!Files.exists(archive)) {
            WRITERS.merge(
                    archive,
                    List.of(process),
                    (before, more) -> Stream.concat(alive(before).stream(), more.stream())
                            .limit(WRITERS_EACH)
                            .toList());
        }
    }

    /** Whether a process is to leave an archive that is not there yet. */
    static boolean writes(ProcessHandle process) {
        return WRITERS.entrySet().stream()
                .anyMatch(entry -> entry.getValue().contains(process) && !Files.exists(entry.getKey()));
    }

    private static List<ProcessHandle> alive(List<ProcessHandle> writers) {
        return writers.stream().filter(ProcessHandle::isAlive).toList();
    }

    /** A class path with jars in the place of directories, which no archive takes. */
    static String packed(String classPath) {
        Path archives = directory();
        return archives == null
                ? classPath
                : Arrays.stream(classPath.split(File.pathSeparator))
                        .filter(element -> !element.isEmpty())
                        .map(element -> element.endsWith("*") || !Files.isDirectory(Path.of(element))
                                ? element
                                : JARS.computeIfAbsent(Path.of(element), classes -> jar(classes, archives)))
                        .collect(Collectors.joining(File.pathSeparator));
    }

    private static @Nullable Path directory() {
        String directory = System.getProperty(PROPERTY);
        return directory == null ? null : Path.of(directory);
    }

    private static String jar(Path classes, Path archives) {
        Path jar = archives.resolve(Integer.toHexString(classes.hashCode()) + ".jar");
        try {
            Files.createDirectories(archives);
            try (Stream<Path> files = Files.walk(classes);
                    OutputStream out = Files.newOutputStream(jar);
                    JarOutputStream packed = new JarOutputStream(out)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    packed.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                    Files.copy(file, packed);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot pack " + classes + " into " + jar, e);
        }
        return jar.toString();
    }
}
