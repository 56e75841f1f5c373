package io.fairway.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code -Prelease} made, as the programs of a machine see it: dpkg-deb, rpm, systemd-analyze, man and sha256sum. The
 * lists of files with modes and owners are in the test's resources; jars, documents and examples are compared with their
 * sources.
 */
class PackagesIT {
    private static final Path RELEASE = Path.of("target/release").toAbsolutePath();
    private static final Path JARS = Path.of("target/lib");
    private static final Path LAB = Path.of("target/lab");

    @TempDir
    private Path directory;

    @Test
    void theFolderHoldsWhatIsShippedAndNothingElse() throws Exception {
        String version = version();
        String debian = debianVersion();
        String rpm = rpmVersion();

        assertThat(names(RELEASE))
                .containsExactlyInAnyOrder(
                        "SHA256SUMS",
                        "fairway-" + version + ".tar.gz",
                        "fairway-lab-" + version + ".tar.gz",
                        "fairway-agent-" + version + ".tar.gz",
                        "fairway-connect-" + version + ".tar.gz",
                        "fairway-" + version + ".cdx.json",
                        "fairway_" + debian + "_all.deb",
                        "fairway-lab_" + debian + "_all.deb",
                        "fairway-agent_" + debian + "_all.deb",
                        "fairway-" + rpm + ".noarch.rpm",
                        "fairway-lab-" + rpm + ".noarch.rpm",
                        "fairway-agent-" + rpm + ".noarch.rpm");
    }

    /** Of snapshots, the one of the later commit, and before the fixed version that snapshots once had; of all, the release. */
    @Test
    void aLaterBuildUpgradesAnEarlierOne() throws Exception {
        assumeTrue(version().endsWith("-SNAPSHOT"), "a release");
        String release = version().replace("-SNAPSHOT", "");
        String debian = debianVersion();
        String rpm = rpmVersion();

        for (String[] pair : new String[][] {
            {release + "~SNAPSHOT", debian},
            {release + "~SNAPSHOT.20261128000000", debian},
            {debian, release + "~SNAPSHOT.20991231235959"},
            {debian, release}
        }) {
            assertThat(Tool.run(Map.of(), "dpkg", "--compare-versions", pair[0], "lt", pair[1])
                            .exit())
                    .as("%s before %s", pair[0], pair[1])
                    .isZero();
        }
        for (String[] pair : new String[][] {
            {release + "-0.snapshot", rpm},
            {release + "-0.snapshot.20261128000000", rpm},
            {rpm, release + "-0.snapshot.20991231235959"},
            {rpm, release + "-1"}
        }) {
            assertThat(Tool.lines("rpm", "--eval", "%{lua: print(rpm.vercmp('" + pair[0] + "', '" + pair[1] + "'))}"))
                    .as("%s before %s", pair[0], pair[1])
                    .containsExactly("-1");
        }
    }

    @Test
    void everyFileHasAChecksum() throws Exception {
        Set<String> files = names(RELEASE);
        files.remove("SHA256SUMS");

        List<String> checked =
                Tool.lines("bash", "-c", "cd '" + RELEASE + "' && sha256sum --check --strict SHA256SUMS");

        assertThat(checked)
                .containsExactlyInAnyOrderElementsOf(
                        files.stream().map(name -> name + ": OK").toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fairway", "fairway-lab", "fairway-agent"})
    void aDebHasTheseFilesModesAndOwners(String name) throws Exception {
        List<String> entries = new ArrayList<>();
        for (String line : Tool.lines("dpkg-deb", "--contents", deb(name))) {
            String[] words = line.split("\\s+", 6);
            entries.add(words[0] + " " + words[1] + " " + words[5].replaceFirst("^\\.", ""));
        }

        assertThat(listed(entries)).containsExactlyElementsOf(resource(name + ".deb.txt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fairway", "fairway-lab", "fairway-agent"})
    void anRpmHasTheseFilesModesOwnersAndFlags(String name) throws Exception {
        List<String> entries = Tool.lines(
                "rpm",
                "-qp",
                "--qf",
                "[%{FILEMODES:perms} %{FILEUSERNAME}/%{FILEGROUPNAME} %{FILENAMES} %{FILEFLAGS:fflags}\\n]",
                rpm(name));

        assertThat(listed(entries.stream().map(String::strip).toList()))
                .containsExactlyElementsOf(resource(name + ".rpm.txt"));
    }

    @Test
    void bothPackagesHaveTheSameJars() throws Exception {
        Set<String> built = names(JARS);

        assertThat(built).anyMatch(jar -> jar.startsWith("fairway-system-"));
        assertThat(built).noneMatch(jar -> jar.matches("(fairway-agent|fairway-connect|junit|assertj|archunit).*"));
        assertThat(jars(Tool.lines("dpkg-deb", "--contents", deb("fairway")))).isEqualTo(built);
        assertThat(jars(Tool.lines("rpm", "-qpl", rpm("fairway")))).isEqualTo(built);
        assertThat(jars(Tool.lines("tar", "-tf", one("fairway-[0-9]*.tar.gz")))).isEqualTo(built);
    }

    /** TopicSchemasTest compares their names with the topics. */
    @Test
    void everyPackageHasTheSchemasOfTheTopics() throws Exception {
        Set<String> built = names(Path.of("target/schemas"));

        assertThat(built).contains("job-events.avsc", "shares.avsc", "ranks.avsc");
        for (List<String> lines : List.of(
                Tool.lines("dpkg-deb", "--contents", deb("fairway")),
                Tool.lines("rpm", "-qpl", rpm("fairway")),
                Tool.lines("tar", "-tf", one("fairway-[0-9]*.tar.gz")))) {
            assertThat(lines.stream()
                            .filter(line -> line.endsWith(".avsc"))
                            .map(line -> line.substring(line.lastIndexOf('/') + 1)))
                    .containsExactlyInAnyOrderElementsOf(built);
        }
    }

    /** What only the lab needs: its modules, the broker, and no jar that the program has. */
    @Test
    void theLabHasJarsOfItsOwnAndTheProgramHasNoneOfThem() throws Exception {
        Set<String> built = names(LAB);

        assertThat(built)
                .anyMatch(jar -> jar.startsWith("fairway-embedded-"))
                .anyMatch(jar -> jar.startsWith("fairway-trial-"))
                .anyMatch(jar -> jar.startsWith("fairway-bench-"))
                .anyMatch(jar -> jar.startsWith("fairway-simulator-"))
                .anyMatch(jar -> jar.startsWith("kafka_2.13-"))
                .doesNotContainAnyElementsOf(names(JARS));
        assertThat(names(JARS))
                .noneMatch(
                        jar -> jar.matches("(fairway-(embedded|trial|bench|simulator)|kafka_|kafka-server|scala-).*"));
        assertThat(jars(Tool.lines("dpkg-deb", "--contents", deb("fairway-lab"))))
                .isEqualTo(built);
        assertThat(jars(Tool.lines("rpm", "-qpl", rpm("fairway-lab")))).isEqualTo(built);
        assertThat(jars(Tool.lines("tar", "-tf", one("fairway-lab-[0-9]*.tar.gz"))))
                .isEqualTo(built);
    }

    @Test
    void theLabNeedsTheProgramOfItsVersion() throws Exception {
        assertThat(Tool.lines("dpkg-deb", "--field", deb("fairway-lab"), "Depends"))
                .containsExactly("fairway (= " + debianVersion() + ")");
        // Of a release, also one that was packed again.
        assertThat(Tool.lines("rpm", "-qpR", rpm("fairway-lab")))
                .contains("fairway = " + rpmVersion().replaceFirst("-1$", ""));
    }

    @Test
    void aCommandOfTheLabNamesItsPackageUntilThatIsInstalled() throws Exception {
        unpack("fairway");
        String fairway = directory.resolve("usr/share/fairway/bin/fairway").toString();

        for (String command : List.of("demo", "replay", "load", "bench", "simulate")) {
            Tool refused = Tool.run(Map.of(), fairway, command);
            assertThat(refused.exit()).as(refused.out()).isEqualTo(2);
            assertThat(refused.out()).contains("the command " + command + " is in the package fairway-lab");
        }
        unpack("fairway-lab");
        assertThat(Tool.lines(fairway, "demo", "--help")).anyMatch(line -> line.contains("--for"));
    }

    /** What is meant so has its reason in {@code src/package/NAME/lintian}. */
    @ParameterizedTest
    @ValueSource(strings = {"fairway", "fairway-lab", "fairway-agent"})
    void lintianFindsNothing(String name) throws Exception {
        assertThat(Tool.lines("lintian", "--info", "--display-info", "--allow-root", deb(name)))
                .isEmpty();
    }

    /** What is meant so has its reason in the filters. */
    @Test
    void rpmlintFindsNothing() throws Exception {
        Tool checked = Tool.run(
                Map.of(),
                "rpmlint",
                "--config=src/lint/rpmlint.toml",
                rpm("fairway"),
                rpm("fairway-lab"),
                rpm("fairway-agent"));

        assertThat(checked.exit()).as(checked.out()).isZero();
        assertThat(checked.out()).contains("3 packages and 0 specfiles checked; 0 errors, 0 warnings");
    }

    /** Otherwise an upgrade would overwrite what a site wrote there. */
    @ParameterizedTest
    @ValueSource(strings = {"fairway", "fairway-agent"})
    void allThatIsInEtcIsConfiguration(String name) throws Exception {
        unpack(name);
        Set<String> etc = new TreeSet<>();
        names(directory.resolve("etc/fairway")).forEach(file -> etc.add("/etc/fairway/" + file));

        assertThat(Tool.lines("dpkg-deb", "--info", deb(name), "conffiles")).containsExactlyElementsOf(etc);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fairway", "fairway-lab", "fairway-agent"})
    void nobodyButRootCanChangeWhatIsInstalled(String name) throws Exception {
        unpack(name);

        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(file -> !Files.isSymbolicLink(file)).filter(file -> !file.equals(directory)))
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .matches(".{4}-.{2}-."));
        }
    }

    @ParameterizedTest
    @CsvSource({"fairway, fairway.service", "fairway, fairway-dispatch.service", "fairway-agent, fairway-agent.service"
    })
    void systemdTakesTheUnits(String name, String unit) throws Exception {
        unpack(name);
        String root = "--root=" + directory;
        // What every unit needs of systemd's own.
        for (String target : List.of("sysinit", "basic", "shutdown", "multi-user", "network-online")) {
            Files.writeString(directory.resolve("usr/lib/systemd/system/" + target + ".target"), "[Unit]\n");
        }

        Tool verified = Tool.run(Map.of(), "systemd-analyze", "verify", "--man=no", root, unit);

        assertThat(verified.exit()).as(verified.out()).isZero();
        assertThat(verified.out()).isEmpty();
        // Of 10: the usual service has 9.6.
        Tool exposed = Tool.run(
                Map.of(), "systemd-analyze", "security", "--offline=true", root, "--no-pager", "--threshold=25", unit);
        assertThat(exposed.exit()).as(exposed.out()).isZero();
    }

    @Test
    void theInstalledCommandRuns() throws Exception {
        unpack("fairway");
        String fairway = directory.resolve("usr/share/fairway/bin/fairway").toString();

        assertThat(Tool.lines(fairway, "--version")).containsExactly("fairway " + version());
        assertThat(Tool.lines(
                        fairway,
                        "evaluate",
                        directory
                                .resolve("usr/share/doc/fairway/examples/slurm-2.0-five-users.yaml")
                                .toString()))
                .anyMatch(line -> line.contains("user1"));
    }

    @ParameterizedTest
    @CsvSource({"fairway.service, bootstrap.servers", "fairway-dispatch.service, bootstrap.servers"})
    void aServiceDoesNotStartBeforeItIsConfigured(String unit, String missing) throws Exception {
        unpack("fairway");

        Tool started = start(unit);

        assertThat(started.exit()).as(started.out()).isEqualTo(2);
        assertThat(started.out()).contains(missing);
    }

    @Test
    void theAgentDoesNotStartBeforeItIsConfigured() throws Exception {
        unpack("fairway-agent");

        Tool started = start("fairway-agent.service");

        assertThat(started.exit()).as(started.out()).isEqualTo(2);
        assertThat(started.out()).contains("bootstrap.servers");
    }

    @ParameterizedTest
    @CsvSource({"fairway, fairway serve", "fairway-agent, fairway-agent job"})
    void manShowsThePage(String name, String expected) throws Exception {
        unpack(name);
        String page = directory.resolve("usr/share/man/man1/" + name + ".1.gz").toString();

        Tool shown = Tool.run(Map.of("MANWIDTH", "100", "LC_ALL", "C.UTF-8"), "man", "--warnings", "-l", page);

        assertThat(shown.exit()).isZero();
        assertThat(shown.out()).contains(expected).doesNotContain("warning:");
    }

    /** systemd makes the directories that a unit names; only the package can remove them. */
    @ParameterizedTest
    @CsvSource({"fairway, fairway.service", "fairway, fairway-dispatch.service", "fairway-agent, fairway-agent.service"
    })
    void purgeRemovesWhatTheUnitsLetSystemdMake(String name, String unit) throws Exception {
        unpack(name);
        List<String> purged = Tool.lines("dpkg-deb", "--info", deb(name), "postrm");
        List<String> made = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("usr/lib/systemd/system/" + unit))) {
            for (String[] kind : new String[][] {
                {"StateDirectory=", "/var/lib/"}, {"LogsDirectory=", "/var/log/"}, {"CacheDirectory=", "/var/cache/"}
            }) {
                if (line.startsWith(kind[0])) {
                    made.add(kind[1] + line.substring(kind[0].length()));
                }
            }
        }

        assertThat(made)
                .isNotEmpty()
                .allSatisfy(path -> assertThat(purged).anyMatch(line -> (line + " ").contains(" " + path + " ")));
    }

    @Test
    void aRefusedStartIsOneLineAndLeavesNoClassArchive() throws Exception {
        unpack("fairway");

        Tool started = start("fairway.service");

        assertThat(started.out().lines()).singleElement().asString().startsWith("fairway: ");
        try (Stream<Path> files = Files.walk(directory.resolve("cache"))) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    /** The packages are for Linux on x86-64 and ARM64; RocksDB brings libraries for fourteen systems. */
    @Test
    void rocksDbHasLibrariesForTheseSystemsAlone() throws IOException {
        String jar = names(JARS).stream()
                .filter(each -> each.startsWith("rocksdbjni-"))
                .findFirst()
                .orElseThrow();

        try (ZipFile zip = new ZipFile(JARS.resolve(jar).toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName).filter(each -> each.startsWith("librocksdbjni")))
                    .containsExactlyInAnyOrder(
                            "librocksdbjni-linux64.so",
                            "librocksdbjni-linux64-musl.so",
                            "librocksdbjni-linux-aarch64.so",
                            "librocksdbjni-linux-aarch64-musl.so");
        }
    }

    @Test
    void findJavaTakesARuntimeAndPassesOverAnOldOne() throws Exception {
        unpack("fairway");
        String finder = directory.resolve("usr/share/fairway/bin/find-java").toString();
        Path runtime = java("21.0.4");
        Path old = java("17.0.9");

        assertThat(Tool.run(Map.of("JAVA_HOME", runtime.toString()), finder).out())
                .isEqualTo(runtime + "\n");
        assertThat(Tool.run(Map.of("JAVA_HOME", old.toString()), finder).out()).doesNotContain(old.toString());
    }

    private Path java(String version) throws IOException {
        Path home = Files.createDirectories(directory.resolve("java-" + version));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.createDirectory(home.resolve("bin"));
        Files.createFile(
                home.resolve("bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        return home;
    }

    /** Runs the command line of a unit in the unpacked package. */
    private Tool start(String unit) throws Exception {
        Path cache = Files.createDirectories(directory.resolve("cache"));
        String command = Files.readAllLines(directory.resolve("usr/lib/systemd/system/" + unit)).stream()
                .filter(line -> line.startsWith("ExecStart="))
                .map(line -> line.substring("ExecStart=".length()))
                .findFirst()
                .orElseThrow();
        String here = command.replaceAll("(?<=^|[ @])/(?=usr|etc)", directory + "/");
        return Tool.run(
                Map.of("FAIRWAY_LOG", directory.resolve("log").toString(), "XDG_CACHE_HOME", cache.toString()),
                here.split(" "));
    }

    private void unpack(String name) throws Exception {
        Tool.lines("dpkg-deb", "--extract", deb(name), directory.toString());
    }

    /** Without what is compared with its source, or changes with each document. */
    private static List<String> listed(List<String> entries) {
        return entries.stream()
                .filter(entry ->
                        !entry.matches(".*/((lib|lab)/[^/]+\\.jar|schemas/[^/]+\\.avsc|docs/.+|examples/.+?)( .*)?"))
                .sorted()
                .toList();
    }

    private static Set<String> jars(List<String> lines) {
        Set<String> jars = new TreeSet<>();
        for (String line : lines) {
            if (line.matches(".*/(lib|lab)/[^/]+\\.jar")) {
                jars.add(line.substring(line.lastIndexOf('/') + 1));
            }
        }
        return jars;
    }

    private static String version() {
        String jar = names(JARS).stream()
                .filter(name -> name.startsWith("fairway-system-"))
                .findFirst()
                .orElseThrow();
        return jar.substring("fairway-system-".length(), jar.length() - ".jar".length());
    }

    private static String debianVersion() throws Exception {
        return Tool.lines("dpkg-deb", "--field", deb("fairway"), "Version").getFirst();
    }

    private static String rpmVersion() throws Exception {
        return Tool.lines("rpm", "-qp", "--qf", "%{VERSION}-%{RELEASE}", rpm("fairway"))
                .getFirst();
    }

    private static String deb(String name) throws IOException {
        return one(name + "_*.deb");
    }

    private static String rpm(String name) throws IOException {
        return one(name + "-[0-9]*.rpm");
    }

    /** The only file of this kind. */
    private static String one(String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        try (var files = Files.newDirectoryStream(RELEASE, glob)) {
            files.forEach(found::add);
        }
        assertThat(found).as(glob).hasSize(1);
        return found.getFirst().toString();
    }

    private static Set<String> names(Path folder) {
        Set<String> names = new TreeSet<>();
        for (String name : Objects.requireNonNull(folder.toFile().list(), folder.toString())) {
            names.add(name);
        }
        return names;
    }

    private static List<String> resource(String name) throws IOException {
        return Files.readAllLines(Path.of("src/test/resources", name));
    }
}
