package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of files, test classes and test methods in the cells of a page: each must be there. */
final class PageNames {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST = Pattern.compile("([A-Z]\\w+(?:Test|IT))(?:\\.(\\w+))?");
    private static final Map<String, List<Path>> MAIN = sources("src/main/java");
    private static final Map<String, List<Path>> TESTS = sources("src/test/java");

    private PageNames() {}

    static void haveFiles(String cell) {
        List<String> files =
                code(cell).stream().filter(name -> name.endsWith(".java")).toList();
        assertThat(files).as("files").isNotEmpty();
        assertThat(files)
                .as("files that are there")
                .allMatch(name -> MAIN.containsKey(name.substring(name.lastIndexOf('/') + 1)));
    }

    static void haveTests(String cell) throws IOException {
        List<String> names = code(cell);
        assertThat(names)
                .as("tests")
                .isNotEmpty()
                .allMatch(name -> TEST.matcher(name).matches());
        for (String name : names) {
            Matcher test = TEST.matcher(name);
            assertThat(test.matches()).isTrue();
            List<Path> classes = TESTS.getOrDefault(test.group(1) + ".java", List.of());
            assertThat(classes).as(test.group(1)).isNotEmpty();
            if (test.group(2) != null) {
                assertThat(classes)
                        .as(name)
                        .anySatisfy(file -> assertThat(Files.readString(file)).contains("void " + test.group(2) + "("));
            }
        }
    }

    /** The file of a class of the program. */
    static Path main(String name) {
        List<Path> files = MAIN.getOrDefault(name + ".java", List.of());
        assertThat(files).as(name).hasSize(1);
        return files.get(0);
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    /** All Java files of the build below a directory of each module, by their simple names. */
    private static Map<String, List<Path>> sources(String directory) {
        Map<String, List<Path>> sources = new HashMap<>();
        try {
            for (Path module : Documents.modules()) {
                Path root = module.resolve(directory);
                if (Files.isDirectory(root)) {
                    try (Stream<Path> files = Files.walk(root)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .forEach(file -> sources.computeIfAbsent(
                                                file.getFileName().toString(), name -> new ArrayList<>())
                                        .add(file));
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return sources;
    }
}
