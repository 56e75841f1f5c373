package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A unit of systemd, a package and a program that a page has a reader start, install or remove is one. */
class NamesOfUnitsDocTest {
    private static final Path PACKAGES = Documents.ROOT.resolve("streams-app/dist/src/package");
    private static final String NAMES = " +([a-z][\\w.+-]*(?: +[a-z][\\w.+-]*)*)";
    private static final Pattern UNITS = Pattern.compile("(?:systemctl [a-z-]+(?: --now)?|journalctl -u)" + NAMES);
    private static final Pattern INSTALLED =
            Pattern.compile("(?:dpkg -[a-zA-Z]|rpm -[a-zA-Z]+|(?:apt-get|apt|dnf|yum) (?:install|remove))" + NAMES);
    /** From the name of a file, the version and the architecture. */
    private static final Pattern VERSION = Pattern.compile("(?:_|-(?:NEW|$)).*");

    private static final Pattern PROGRAM = Pattern.compile("(?m)(?:^ {4}|`)(\\./[\\w./-]+|/opt/[\\w./-]+/bin/[\\w-]+)");

    @Test
    void everyUnitAndPackageIsThere() throws IOException {
        Set<String> units = new TreeSet<>();
        Set<String> packages = new TreeSet<>();
        try (Stream<Path> files = Files.walk(PACKAGES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".service")) {
                    units.add(name.replace(".service", ""));
                } else if (name.equals("control")) {
                    packages.add(Files.readAllLines(file).get(0).replace("Package: ", ""));
                }
            }
        }
        SourceWords sources = new SourceWords();
        List<String> unknown = new ArrayList<>();
        int named = 0;
        for (Path page : SentencesDocTest.pages()) {
            String text = Files.readString(page);
            for (String unit : names(UNITS, text)) {
                named++;
                check(page, unit, units, sources, unknown);
            }
            for (String each : names(INSTALLED, text)) {
                named++;
                check(page, VERSION.matcher(each).replaceFirst(""), packages, sources, unknown);
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(named).isGreaterThan(10);
    }

    private static void check(Path page, String name, Set<String> own, SourceWords sources, List<String> unknown) {
        if (name.startsWith("fairway") ? !own.contains(name) : !sources.known(name)) {
            unknown.add(Documents.ROOT.relativize(page) + ": " + name);
        }
    }

    private static List<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .flatMap(found -> Stream.of(found.group(1).split(" +")))
                .toList();
    }

    /** Those of the source tree, and those that the packages put below {@code /opt}. */
    @Test
    void everyProgramIsThere() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Path page : SentencesDocTest.pages()) {
            for (MatchResult found :
                    PROGRAM.matcher(Files.readString(page)).results().toList()) {
                Path program = Path.of(found.group(1));
                boolean there = program.isAbsolute()
                        ? Files.exists(PACKAGES.resolve("bin").resolve(program.getFileName()))
                        : Files.exists(Documents.ROOT.resolve(program));
                if (!there) {
                    unknown.add(Documents.ROOT.relativize(page) + ": " + program);
                }
            }
        }
        assertThat(unknown).isEmpty();
    }
}
