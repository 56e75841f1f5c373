package io.fairway.importers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.importers.ImportReport.Finding.Kind;
import io.fairway.importers.registry.Scheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole sites, each a directory of files beside the tests. What their imports report as not supported is a table of {@code
 * docs/policies.md}, and the table has nothing else.
 */
class SitesTest {
    private static final Path SITES = Path.of("src/test/resources/sites");
    private static final Path GOLDEN = Path.of("../../streams-app/schedulers/src/test/resources/golden/slurm");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path PAGE = Path.of("../../docs/policies.md");
    private static final String BEGIN = "<!-- import -->\n";
    private static final String END = "<!-- /import -->";
    private static final Pattern CALL = Pattern.compile("report\\.unsupported\\((.*?)\\);\\R", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

    static List<Path> sites() throws IOException {
        try (Stream<Path> all = Files.list(SITES)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static Imported read(Path site) throws IOException {
        List<SourceFile> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(site)) {
            for (Path file : all.sorted().toList()) {
                files.add(new SourceFile(file.getFileName().toString(), Files.readString(file)));
            }
        }
        return scheduler(site).read(files, Read.TARGET);
    }

    private static Scheduler scheduler(Path site) {
        String name = site.getFileName().toString().split("-", 2)[0];
        return name.equals("maui") ? Scheduler.MOAB : Scheduler.valueOf(name.toUpperCase(Locale.ROOT));
    }

    @ParameterizedTest
    @MethodSource("sites")
    void aSiteIsReadAndWhatIsNotSupportedHasItsLine(Path site) throws IOException {
        Imported imported = read(site);

        assertThat(imported.report().findings(Kind.ERROR)).isEmpty();
        assertThat(imported.shares().isEmpty() && imported.policy() == null).isFalse();
        assertThat(imported.report().findings(Kind.UNSUPPORTED))
                .allSatisfy(finding -> assertThat(Objects.requireNonNull(finding.place(), finding.message())
                                .line())
                        .as(finding.toString())
                        .isPositive());
    }

    /** To write the table, run this test with {@code -Ddocs.write=true}. */
    @Test
    void thePageNamesWhatImportReportsAsNotSupported() throws IOException {
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("docs.write")) {
            int from = page.indexOf(BEGIN) + BEGIN.length();
            Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(page.indexOf(END)));
        }
        assertThat(Files.readString(PAGE)).contains(BEGIN + table() + END);
    }

    private static String table() throws IOException {
        StringBuilder table = new StringBuilder("| scheduler | not supported |\n|---|---|\n");
        Set<String> rows = new TreeSet<>();
        for (Path site : sites()) {
            for (ImportReport.Finding finding : read(site).report().findings(Kind.UNSUPPORTED)) {
                String name = scheduler(site) == Scheduler.SLURM
                        ? "Slurm"
                        : scheduler(site) == Scheduler.LSF ? "LSF" : "Moab";
                rows.add("| " + name + " | " + finding.message().replace("|", "\\|") + " |\n");
            }
        }
        rows.forEach(table::append);
        return table.toString();
    }

    /** A new message needs a site that has what it reports, and so gets its line on the page. */
    @Test
    void theSitesHaveAllThatImportReports() throws IOException {
        String table = table();

        assertThat(calls()).isNotEmpty().allSatisfy(text -> assertThat(table).contains(text));
    }

    /** Of each call that reports something as not supported, the longest text in it. */
    private static Set<String> calls() throws IOException {
        Set<String> texts = new TreeSet<>();
        try (Stream<Path> all = Files.walk(SOURCES)) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(".java")).toList()) {
                for (Matcher call = CALL.matcher(Files.readString(file)); call.find(); ) {
                    texts.add(TEXT.matcher(call.group(1))
                            .results()
                            .map(text -> text.group(1))
                            .max(Comparator.comparingInt(String::length))
                            .orElseThrow());
                }
            }
        }
        return texts;
    }

    static List<Path> goldenConfigurations() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(GOLDEN)) {
            for (Path file : all.sorted().toList()) {
                if (Files.readString(file).contains("\"slurmConf\"")) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    /** The configurations that the golden values come from ask for nothing else. */
    @ParameterizedTest
    @MethodSource("goldenConfigurations")
    void aConfigurationOfAGoldenFileHasNothingElse(Path file) throws IOException {
        JsonNode golden = new ObjectMapper().readTree(file.toFile());
        StringBuilder conf = new StringBuilder("ClusterName=alps\nNodeName=n[1-4] CPUs=16 RealMemory=64000\n");
        golden.get("slurmConf")
                .properties()
                .forEach(key -> conf.append(key.getKey() + "=" + key.getValue().asText() + "\n"));
        golden.path("partitions").forEach(line -> conf.append(line.asText()).append('\n'));

        ImportReport report = Read.slurm(conf.toString()).report();

        Set<String> known = calls();
        assertThat(report.findings(Kind.ERROR)).isEmpty();
        assertThat(report.findings(Kind.UNSUPPORTED))
                .allSatisfy(finding ->
                        assertThat(known).anyMatch(text -> finding.message().contains(text)));
    }
}
