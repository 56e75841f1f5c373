package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names that nobody from Kafka or from HPC could guess are gone, and do not come back. */
class FormerNamesTest {
    /** Classes, as identifiers of the code. */
    private static final Set<String> CLASSES = Set.of(
            "AwaitedShares",
            "Beat",
            "Bell",
            "CatchUp",
            "CommitPace",
            "Course",
            "Decoded",
            "Duty",
            "HeldFacts",
            "HeldProcessors",
            "HeldRuns",
            "JobRoom",
            "KeptJobs",
            "Leads",
            "Lever",
            "LinesAnew",
            "Lookout",
            "Mark",
            "Marks",
            "NeverFalling",
            "Outbox",
            "Outlet",
            "PriorityPass",
            "Recharge",
            "RechargeBook",
            "Recharged",
            "Recharging",
            "Remembered",
            "Rest",
            "ResultsThrough",
            "Rope",
            "Seen",
            "SentBook",
            "Sight",
            "SightAnswers",
            "SightJson",
            "SightOracle",
            "SightOracleTest",
            "SightPromise",
            "SightReader",
            "SightRig",
            "SightStreamTest",
            "SightTopics",
            "SightWorld",
            "Statement",
            "SteadyPricing",
            "SteadyStore",
            "StreamSight",
            "TellPace",
            "ToldJobs",
            "Touched",
            "Turn",
            "Viewer",
            "Wide");

    /** Methods, metrics and counts, wherever they could stand. */
    private static final Pattern WORDS = Pattern.compile(
            "\\b(MOST_[A-Z0-9_]+|heldFacts|fairway_held_facts|waitingAssociations|ranksEqual|isRankEqual|kept\\.held|ringer|sourceRank\\(\\))");

    private static final Pattern NO_CODE = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'",
            Pattern.DOTALL);
    private static final Pattern IDENTIFIER = Pattern.compile("\\b[A-Z]\\w*\\b");

    @Test
    void noClassHasAFormerName() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources(".java")) {
            Matcher identifiers =
                    IDENTIFIER.matcher(NO_CODE.matcher(Files.readString(file)).replaceAll(" "));
            while (identifiers.find()) {
                if (CLASSES.contains(identifiers.group())) {
                    found.add(Documents.ROOT.relativize(file) + ": " + identifiers.group());
                }
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void noMethodMetricOrCountHasAFormerName() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources(".java", ".js", ".json", ".yaml", ".yml", ".avdl", ".md")) {
            // The changelog has both names. This test has the former ones.
            if (file.endsWith("changelog.md") || file.endsWith("FormerNamesTest.java")) {
                continue;
            }
            Matcher words = WORDS.matcher(Files.readString(file));
            while (words.find()) {
                found.add(Documents.ROOT.relativize(file) + ": " + words.group());
            }
        }

        assertThat(found).isEmpty();
    }

    private static List<Path> sources(String... endings) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String room : List.of("schemas", "streams-app", "connectors", "docker", "docs", "examples")) {
            try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(room))) {
                files.filter(Files::isRegularFile)
                        .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                        .filter(file -> Stream.of(Documents.ROOT
                                        .relativize(file)
                                        .toString()
                                        .split("/"))
                                .noneMatch(part -> part.equals("target") || part.equals("history")))
                        .forEach(sources::add);
            }
        }
        return sources;
    }
}
