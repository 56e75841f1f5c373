package io.fairway.system.docs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Writes the slowest test classes of a build, and its processor time, to {@code target/test-times.md}. The processor time is that of
 * Maven and of all processes that ended below it; of containers it has nothing. A build that takes more than it may fails, on
 * whatever machine: a busy one takes longer, and at most a third more of this.
 */
public final class TestTimes {
    private static final int ROWS = 45;
    /** As streams-app/engine. Below it are files of running containers, too. */
    private static final int MODULE_DEPTH = 2;
    /** Of Linux, everywhere. */
    private static final double TICKS_PER_SECOND = 100;

    private TestTimes() {}

    /** A class: seconds by the clock, beside others. */
    record Suite(String module, String name, int tests, double seconds) {}

    /** Arguments: the root of the source tree, and the seconds of processor time that the build may take. */
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        double bound = Double.parseDouble(args[1]);
        OptionalDouble spent = ProcessHandle.current()
                .parent()
                .map(TestTimes::processorSeconds)
                .orElse(OptionalDouble.empty());
        List<Suite> suites = suites(root);
        Files.writeString(root.resolve("target/test-times.md"), page(suites, spent, bound));
        if (spent.isPresent() && spent.getAsDouble() > bound) {
            System.err.printf(
                    Locale.ROOT,
                    "The build took %.0f s of processor time, and may take %.0f (build.processor.seconds);"
                            + " target/test-times.md has its slowest classes.%n",
                    spent.getAsDouble(),
                    bound);
            System.exit(1);
        }
    }

    /** The classes that ran in this build. */
    private static List<Suite> suites(Path root) throws IOException {
        FileTime begun = Files.getLastModifiedTime(root.resolve("target/build-started"));
        List<Suite> suites = new ArrayList<>();
        try (Stream<Path> modules = Files.find(root, MODULE_DEPTH, (file, attributes) -> attributes.isDirectory())) {
            for (Path module : modules.toList()) {
                for (String kind : List.of("surefire-reports", "failsafe-reports")) {
                    for (Path report : reports(module.resolve("target").resolve(kind), begun)) {
                        suites.add(suite(String.valueOf(module.getFileName()), report));
                    }
                }
            }
        }
        suites.sort(Comparator.comparingDouble(Suite::seconds).reversed().thenComparing(Suite::name));
        return suites;
    }

    private static List<Path> reports(Path directory, FileTime begun) throws IOException {
        List<Path> reports = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "TEST-*.xml")) {
                for (Path report : found) {
                    if (Files.getLastModifiedTime(report).compareTo(begun) >= 0) {
                        reports.add(report);
                    }
                }
            }
        }
        return reports;
    }

    static Suite suite(String module, Path report) throws IOException {
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
            xml.nextTag();
            return new Suite(
                    module,
                    xml.getAttributeValue(null, "name"),
                    Integer.parseInt(xml.getAttributeValue(null, "tests")),
                    Double.parseDouble(xml.getAttributeValue(null, "time").replace(",", "")));
        } catch (XMLStreamException e) {
            throw new IOException(report + " is no report of a test", e);
        }
    }

    static String page(List<Suite> suites, OptionalDouble spent, double bound) {
        StringBuilder page = new StringBuilder(String.format(
                Locale.ROOT,
                "# Test times of the last build%n%n%d tests in %d classes. Processor time: %s, bound %.0f s.%n%n"
                        + "| class | module | tests | s |%n|---|---|---|---|%n",
                suites.stream().mapToInt(Suite::tests).sum(),
                suites.size(),
                spent.isPresent() ? String.format(Locale.ROOT, "%.0f s", spent.getAsDouble()) : "unknown",
                bound));
        suites.stream()
                .limit(ROWS)
                .forEach(suite -> page.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %d | %.1f |%n",
                        suite.name().substring(suite.name().lastIndexOf('.') + 1),
                        suite.module(),
                        suite.tests(),
                        suite.seconds())));
        page.append(String.format("%n| module | classes | tests | s in classes |%n|---|---|---|---|%n"));
        suites.stream().collect(Collectors.groupingBy(Suite::module)).entrySet().stream()
                .sorted(Comparator.comparingDouble(module -> -seconds(module.getValue())))
                .forEach(module -> page.append(String.format(
                        Locale.ROOT,
                        "| %s | %d | %d | %.1f |%n",
                        module.getKey(),
                        module.getValue().size(),
                        module.getValue().stream().mapToInt(Suite::tests).sum(),
                        seconds(module.getValue()))));
        return page.toString();
    }

    private static double seconds(List<Suite> suites) {
        return suites.stream().mapToDouble(Suite::seconds).sum();
    }

    /** Of a process and its ended descendants; empty where there is no Linux to tell it. */
    private static OptionalDouble processorSeconds(ProcessHandle process) {
        try {
            return OptionalDouble.of(
                    processorSeconds(Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"))));
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    /** Of a line as in {@code /proc/PID/stat}: utime, stime, cutime and cstime are its fields 14 to 17. */
    static double processorSeconds(String stat) {
        // The second field is a name in parentheses, which may have spaces.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        double ticks = 0;
        for (int field = 11; field <= 14; field++) {
            ticks += Double.parseDouble(fields[field]);
        }
        return ticks / TICKS_PER_SECOND;
    }
}
