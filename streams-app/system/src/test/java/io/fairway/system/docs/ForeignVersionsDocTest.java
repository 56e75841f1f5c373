package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The version of another program that a page names is in this list. Each line has the source that the version comes from: what a
 * test runs or has recorded, a build file, or code that keeps to the program's documents.
 */
class ForeignVersionsDocTest {
    private static final List<Origin> KNOWN =
            Stream.of("""
                    Slurm 2.0         ; SlurmVersion ; SLURM_2_0("2.0"
                    Slurm 22.05       ; SlurmVersion ; SLURM_22_05("22.05"
                    Slurm 22.05.8     ; streams-app/schedulers/src/test/resources/golden/slurm/ORIGIN.md ; 22.05.8
                    Slurm 23.02       ; SlurmJobReader ; Slurm 23.02 and later
                    Slurm 23.11       ; AssociationTable ; before Slurm 23.11
                    Slurm 24.11       ; .ci/slurm-chroot ; trixie (24.11)
                    Slurm 24.11.5     ; connectors/importers/src/test/resources/newer/ORIGIN.md ; Slurm 24.11.5
                    Slurm 25.05       ; JobCompletionParser ; Slurm 25.05 and later
                    Slurm 26.05       ; SlurmVersion ; SLURM_26_05("26.05"
                    Slurm 26.05.5     ; connectors/importers/src/test/resources/newer/ORIGIN.md ; 26.05.5 (Debian unstable)
                    slurmrestd 0.0.38 ; connectors/collect/src/test/java/io/fairway/collect/slurm/RestSourceTest.java ; v0.0.38
                    slurmrestd 0.0.40 ; streams-app/client/src/test/java/io/fairway/client/diff/RecordedSharesTest.java ; v0.0.40
                    slurmrestd 0.0.42 ; CollectSlurmCommand ; v0.0.42
                    slurmrestd 0.0.45 ; streams-app/client/src/test/java/io/fairway/client/diff/RecordedSharesTest.java ; v0.0.45
                    Java 21           ; pom.xml ; <java.level>21<
                    JDK 21            ; pom.xml ; <java.level>21<
                    Kafka 4           ; pom.xml ; <kafka.version>4.
                    Kafka 4.4.0       ; pom.xml ; <kafka.version>4.4.0<
                    Connect 4         ; pom.xml ; <kafka.version>4.
                    Connect 4.4.0     ; pom.xml ; <kafka.version>4.4.0<
                    Debezium 3.5.0    ; pom.xml ; <debezium.version>3.5.0.Final<
                    version 3.5.0     ; pom.xml ; <debezium.version>3.5.0.Final<
                    Registry 3.3.3    ; pom.xml ; <apicurio-registry.version>3.3.3<
                    client 7.9.5      ; pom.xml ; <confluent.version>7.9.5<
                    with 2.2.4        ; streams-app/system/src/test/js/package.json ; "kafkajs": "2.2.4"
                    and 1.10.1        ; streams-app/system/src/test/js/package.json ; "@confluentinc/schemaregistry": "1.10.1"
                    released 2.0.5    ; schemas/contract/src/main/avro/policy.avdl ; 2.0.5
                    Debian 12         ; streams-app/dist/src/package/bin/find-java ; Debian 12
                    Debian 13         ; streams-app/dist/src/package/bin/find-java ; Debian 13
                    Ubuntu 24.04      ; streams-app/dist/src/package/bin/find-java ; Ubuntu 24.04
                    """.split("\n")).map(Origin::of).toList();

    /** Slurm's versions are a year and a month, wherever they stand. */
    private static final Pattern SLURM =
            Pattern.compile("(?<![\\w.-])(?:1[4-9]|2\\d)\\.(?:02|05|08|11)(?:\\.\\d+)?\\b");

    private static final Pattern REST = Pattern.compile("\\bv(0\\.0\\.\\d+)\\b");
    /** After the name of a program, or of three numbers. */
    private static final Pattern NAMED = Pattern.compile(
            "\\b(?:(Slurm|slurmctld|slurmrestd|Debian|Ubuntu|Fedora|RHEL|Java|JDK"
                    + "|Temurin|Maven|Kafka|Connect|Strimzi|Kubernetes|Helm|Debezium|PostgreSQL|MariaDB|Prometheus|Grafana|systemd"
                    + "|docker-compose|Node\\.js|Python|LSF|Moab|Maui) (\\d+(?:\\.\\d+)*)|([A-Za-z]+) (\\d+\\.\\d+\\.\\d+))\\b");

    /** Measurements and decisions have a date; the versions of libraries are compared with the build. */
    private static boolean isDated(Path page) {
        return page.startsWith(Documents.ROOT.resolve("docs/decisions"))
                || Set.of("performance.md", "slow-tier.md", "changelog.md", "reference-dependencies.md")
                        .contains(page.getFileName().toString());
    }

    private record Origin(String version, String source, String place) {
        static Origin of(String line) {
            String[] parts = line.strip().split("\\s+;\\s+");
            return new Origin(parts[0], parts[1], parts[2]);
        }
    }

    @Test
    void everyVersionOfAnotherProgramHasAnOrigin() throws IOException {
        Set<String> unknown = new TreeSet<>();
        Set<String> named = new TreeSet<>();
        for (Path page : SentencesDocTest.pages()) {
            if (!isDated(page)) {
                for (String version : versions(Files.readString(page).replaceAll("\\s+", " "))) {
                    if (KNOWN.stream().noneMatch(known -> known.version().equals(version))) {
                        unknown.add(Documents.ROOT.relativize(page) + ": " + version);
                    }
                    named.add(version);
                }
            }
        }
        assertThat(unknown).as("versions that this test has no origin of").isEmpty();
        assertThat(KNOWN).as("versions that no page names").allMatch(known -> named.contains(known.version()));
    }

    private static List<String> versions(String text) {
        return Stream.of(
                        SLURM.matcher(text).results().map(found -> "Slurm " + found.group()),
                        REST.matcher(text).results().map(found -> "slurmrestd " + found.group(1)),
                        NAMED.matcher(text).results().map(ForeignVersionsDocTest::version))
                .flatMap(found -> found)
                .toList();
    }

    private static String version(MatchResult found) {
        String program = found.group(1) == null ? found.group(3) : found.group(1);
        String number = found.group(1) == null ? found.group(4) : found.group(2);
        boolean slurms = program.startsWith("slurm") || SLURM.matcher(number).matches();
        return (slurms ? "Slurm" : program) + " " + number;
    }

    @Test
    void everyOriginHasItsVersion() throws IOException {
        for (Origin known : KNOWN) {
            Path source = known.source().contains("/") || known.source().endsWith(".xml")
                    ? Documents.ROOT.resolve(known.source())
                    : PageNames.main(known.source());
            assertThat(Files.readString(source).replaceAll("\\s+", " "))
                    .as(known.version())
                    .contains(known.place());
        }
    }
}
