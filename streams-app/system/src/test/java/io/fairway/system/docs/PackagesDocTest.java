package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every package says what it holds, and {@code docs/packages.md} says the same. */
class PackagesDocTest {
    private static final Path PAGE = Documents.ROOT.resolve("docs/packages.md");
    private static final String INFO = "package-info.java";
    private static final Pattern JAVADOC =
            Pattern.compile("/\\*\\*(.*?)\\*/\\s*(?:@\\S+\\s+)*package ", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\{@link ([A-Z]\\w*)}");
    private static final Pattern DENIAL = Pattern.compile("(?i)\\b(no|not|never|nothing|nobody|none|neither|nor)\\b");
    private static final Pattern TAG = Pattern.compile("\\{@(?:code|link) ([^}]*)}");

    /** A directory of main code; {@code name} is that of its package. */
    private record PackageInfo(Path module, Path directory, String name) {
        /** The lines of its Javadoc; empty where there is none. */
        List<String> lines() throws IOException {
            Path info = directory.resolve(INFO);
            Matcher javadoc = JAVADOC.matcher(Files.exists(info) ? Files.readString(info) : "");
            if (!javadoc.find()) {
                return List.of();
            }
            return javadoc.group(1)
                    .lines()
                    .map(line -> line.strip().replaceFirst("^\\*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        }

        String text() throws IOException {
            return String.join(" ", lines());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<PackageInfo> packages() throws IOException {
        List<PackageInfo> packages = new ArrayList<>();
        for (Path module : Documents.modules().stream().sorted().toList()) {
            Path sources = module.resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> all = Files.walk(sources)) {
                    for (Path directory :
                            all.filter(Files::isDirectory).sorted().toList()) {
                        if (hasCode(directory)) {
                            String name =
                                    sources.relativize(directory).toString().replaceAll("[/\\\\]", ".");
                            packages.add(new PackageInfo(module, directory, name));
                        }
                    }
                }
            }
        }
        return packages;
    }

    private static boolean hasCode(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(name -> name.endsWith(".java") && !name.equals(INFO));
        }
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageSaysInAFewLinesWhatItHolds(PackageInfo described) throws IOException {
        assertThat(described.lines()).as(INFO + " of " + described).hasSizeBetween(1, 5);
        assertThat(described.text()).endsWith(".");
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageNamesAClassToStartWith(PackageInfo described) throws IOException {
        List<String> classes = LINK.matcher(described.text())
                .results()
                .map(link -> link.group(1))
                .toList();

        assertThat(described.text()).as(INFO + " of " + described).contains("Start with {@link ");
        assertThat(classes)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(described.directory().resolve(name + ".java"))
                        .exists());
    }

    /** The second half: what has its place elsewhere. */
    @ParameterizedTest
    @MethodSource("packages")
    void aPackageSaysWhatItDoesNotHold(PackageInfo described) throws IOException {
        assertThat(described.text().split("Start with ")[0])
                .as(INFO + " of " + described)
                .containsPattern(DENIAL);
    }

    /** When this fails, write what it expects: {@code ./mvnw -pl streams-app/system -am test -Ddocs.write=true}. */
    @Test
    void thePageSaysWhatThePackagesSay() throws IOException {
        String page = page();
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page);
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Packages

                Made from the `package-info.java` of each package; a test fails when this page is stale. [architecture.md](architecture.md)
                draws the modules and follows one job event through them.
                """);
        Path module = null;
        for (PackageInfo described : packages()) {
            if (!described.module().equals(module)) {
                module = described.module();
                page.append("\n## ")
                        .append(Documents.ROOT.relativize(module).toString().replace('\\', '/'))
                        .append("\n\n| package | what it holds, what it never holds, where to start |\n|---|---|\n");
            }
            page.append("| `")
                    .append(described.name())
                    .append("` | ")
                    .append(TAG.matcher(described.text()).replaceAll("`$1`"))
                    .append(" |\n");
        }
        return page.toString();
    }
}
