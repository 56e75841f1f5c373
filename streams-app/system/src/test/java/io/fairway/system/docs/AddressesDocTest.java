package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A path of the HTTP API that a page names is one that the API describes, and a port one that something listens on. */
class AddressesDocTest {
    private static final Path API =
            Documents.ROOT.resolve("streams-app/api/src/main/resources/io/fairway/api/http/openapi.yaml");
    private static final Pattern LOCAL = Pattern.compile("(?:localhost|127\\.0\\.0\\.1|\\[::1]):(\\d+)");
    /** Of Kafka, a registry, Connect, OTLP and slurmrestd by custom; the API, and metrics of the agent and of another program. */
    private static final Set<String> PORTS = Set.of("9092", "8081", "8083", "4318", "6820", "8090", "9818", "9819");

    /** With the version anywhere; without it as the whole of a word of code. */
    private static final Pattern NAMED = Pattern.compile("(?<![\\w.])/v1/[\\w{}/%-]*\\w\\}?|(?<=`)/[a-z]+(?=`)");

    /** The page, and what it consists of. */
    private static final List<String> PAGES = List.of("/docs", "/manual");
    /** Directories of machines, and an account in the form in which Slurm prints it. */
    private static final List<String> ELSEWHERE = List.of("/proc", "/opt", "/cms");

    @Test
    void everyPathIsOneOfTheApi() throws IOException {
        List<String> paths = new ArrayList<>(PAGES);
        new YAMLMapper().readTree(API.toFile()).path("paths").fieldNames().forEachRemaining(paths::add);
        List<Pattern> known = paths.stream()
                .map(path -> Pattern.compile(path.replaceFirst("^/v1/domains/\\{domain}(?=/)", "(?:/v1/domains/[^/]+)?")
                        .replaceAll("\\{\\w+}", "[^/]+")))
                .toList();
        List<String> unknown = new ArrayList<>();
        int named = 0;
        for (Path page : SentencesDocTest.pages()) {
            for (MatchResult found :
                    NAMED.matcher(Files.readString(page)).results().toList()) {
                String path = found.group();
                named++;
                if (!ELSEWHERE.contains(path)
                        && known.stream().noneMatch(one -> one.matcher(path).matches())) {
                    unknown.add(Documents.ROOT.relativize(page) + ": " + path);
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(named).isGreaterThan(30);
    }

    @Test
    void everyPortOfThisMachineIsTheUsualOne() throws IOException {
        for (Path page : SentencesDocTest.pages()) {
            assertThat(LOCAL.matcher(Files.readString(page)).results().map(port -> port.group(1)))
                    .as(Documents.ROOT.relativize(page).toString())
                    .isSubsetOf(PORTS);
        }
    }
}
