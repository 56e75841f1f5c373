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
 * kind that ends in order leaves it behind. Only where the system property {@value #PROPERTY} names a directory: a build with
 * hundreds of children.
 */
final class ClassArchives {
    /** Names the directory of the archives. */
    static final String PROPERTY = "fairway.class.archives";

    private static final Map<Path, String> JARS = new ConcurrentHashMap<>();

    private ClassArchives() {}

    /** The options that let a program use its archive, or leave one; none without a directory. */
    static List<String> options(List<String> jvmOptions, String classPath, String mainClass) {
        Path directory = directory();
        if (directory == null) {
            return List.of();
        }
        // Neither properties nor sizes of heaps change a class; the collector does.
        String kind = jvmOptions.stream()
                .filter(option -> !option.startsWith("-D") && !option.startsWith("-Xm"))
                .collect(Collectors.joining(" ", classPath + " ", ""));
        String name = mainClass.substring(mainClass.lastIndexOf('.') + 1) + "-" + Integer.toHexString(kind.hashCode());
        return List.of(
                "-Xshare:auto",
                "-XX:+AutoCreateSharedArchive",
                "-XX:SharedArchiveFile=" + directory.resolve(name + ".jsa"),
                // It would complain of an old one on the program's standard output.
                "-Xlog:disable");
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
