package io.fairway.system;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import io.fairway.client.table.PlainWriter;
import io.fairway.system.docs.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The arrows of the house. Every module names the modules that it may use; packages never point at each other in a
 * circle; inside the engine every floor sees only the floors below. {@code docs/architecture.md} draws the same arrows.
 */
class ArchitectureTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(ArchitectureTest::isMain).importPackages("io.fairway");

    /** The modules, the lowest first, and those below that each may use. {@code avro} is generated from the contract. */
    private static final Map<String, List<String>> MODULES = modules();

    /** The modules of the package fairway-lab. No production machine has them. */
    private static final Set<String> LAB = Set.of("embedded", "trial", "bench", "simulator");

    /** The floors of the engine, the highest first. A floor may use those below it and the engine's own root package. */
    private static final List<Set<String>> ENGINE_FLOORS = List.of(
            Set.of("topology"),
            Set.of("task"),
            Set.of("domain"),
            Set.of("results"),
            Set.of("state"),
            Set.of("state.change"),
            Set.of("store"));

    /** Not of tests, those of the engine included, which come as a jar. ArchUnit's own option knows target/test-classes alone. */
    private static boolean isMain(Location location) {
        return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }

    private static Map<String, List<String>> modules() {
        Map<String, List<String>> modules = new LinkedHashMap<>();
        // One module with schemas: each class that Avro generates opens itself to Avro when it is loaded.
        modules.put("avro", List.of("schemas"));
        modules.put("schemas", List.of("avro"));
        modules.put("core", List.of());
        modules.put("program", List.of("schemas", "avro"));
        modules.put("records", List.of("core", "schemas", "avro"));
        modules.put("stores", List.of());
        modules.put("schedulers", List.of("core"));
        modules.put("readers", List.of("avro"));
        modules.put("collect", List.of("readers", "core", "program", "schemas", "avro"));
        modules.put("connect", List.of("readers", "schemas", "avro"));
        modules.put("importers", List.of("core", "schedulers", "avro"));
        modules.put("dispatcher", List.of("core", "records", "program", "schemas", "avro"));
        modules.put("agent", List.of("program", "schemas", "avro"));
        modules.put("client", List.of());
        modules.put("policies", List.of("core", "schedulers", "records", "schemas", "avro"));
        modules.put("engine", List.of("policies", "records", "stores", "core", "schemas", "avro"));
        modules.put("simulator", List.of("engine", "stores", "core", "schemas", "avro"));
        modules.put("access", List.of("core"));
        modules.put("reading", List.of("access", "engine", "policies", "records", "core", "schemas", "avro"));
        modules.put(
                "scenario",
                List.of("reading", "engine", "policies", "records", "core", "schedulers", "schemas", "avro"));
        modules.put(
                "api",
                List.of("reading", "access", "engine", "policies", "records", "core", "schedulers", "schemas", "avro"));
        modules.put("tracing", List.of("api", "engine", "schemas", "avro"));
        modules.put(
                "app",
                List.of(
                        "tracing",
                        "api",
                        "reading",
                        "client",
                        "access",
                        "engine",
                        "scenario",
                        "policies",
                        "records",
                        "core",
                        "schedulers",
                        "importers",
                        "program",
                        "schemas",
                        "avro"));
        modules.put("embedded", List.of());
        modules.put(
                "trial",
                List.of(
                        "app",
                        "embedded",
                        "api",
                        "access",
                        "engine",
                        "client",
                        "policies",
                        "core",
                        "schedulers",
                        "readers",
                        "dispatcher",
                        "records",
                        "program",
                        "schemas",
                        "avro"));
        modules.put("bench", List.of("trial", "embedded", "core", "schedulers", "program", "schemas", "avro"));
        modules.put(
                "system",
                List.of(
                        "app",
                        "api",
                        "reading",
                        "access",
                        "engine",
                        "scenario",
                        "client",
                        "policies",
                        "core",
                        "schedulers",
                        "collect",
                        "importers",
                        "dispatcher",
                        "records",
                        "program",
                        "schemas",
                        "avro"));
        return modules;
    }

    static Set<String> moduleNames() {
        return MODULES.keySet();
    }

    @Test
    void everyClassIsInAModuleThatIsListed() {
        Set<String> found = new TreeSet<>();
        CLASSES.forEach(type -> found.add(type.getPackageName().split("\\.")[2]));

        assertThat(found).containsExactlyInAnyOrderElementsOf(MODULES.keySet());
    }

    @ParameterizedTest
    @MethodSource("moduleNames")
    void aModuleUsesOnlyTheModulesBelowIt(String module) {
        List<String> allowed = new ArrayList<>(MODULES.getOrDefault(module, List.of()));
        allowed.add(module);
        String[] others = MODULES.keySet().stream()
                .filter(name -> !allowed.contains(name))
                .map(name -> "io.fairway." + name + "..")
                .toArray(String[]::new);

        if (others.length > 0) {
            noClasses()
                    .that()
                    .resideInAPackage("io.fairway." + module + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .check(CLASSES);
        }
    }

    @Test
    void nothingInProductionDependsOnTheLab() {
        String[] lab = LAB.stream().map(name -> "io.fairway." + name + "..").toArray(String[]::new);

        noClasses()
                .that()
                .resideOutsideOfPackages(lab)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(lab)
                .check(CLASSES);
    }

    /** So no two packages use each other either. */
    @Test
    void packagesNeverPointAtEachOtherInACircle() {
        slices().matching("io.fairway.(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(resideInAPackage("io.fairway.avro.."), resideInAPackage("io.fairway.schemas.."))
                .check(CLASSES);
    }

    @Test
    void everyFloorOfTheEngineSeesOnlyTheFloorsBelow() {
        Set<String> above = new HashSet<>();
        for (Set<String> floor : ENGINE_FLOORS) {
            for (String name : floor) {
                Set<String> hidden = new HashSet<>(above);
                hidden.addAll(floor);
                hidden.remove(name);
                if (!hidden.isEmpty()) {
                    noClasses()
                            .that()
                            .resideInAPackage("io.fairway.engine." + name)
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(hidden.stream()
                                    .map(other -> "io.fairway.engine." + other)
                                    .toArray(String[]::new))
                            .check(CLASSES);
                }
            }
            above.addAll(floor);
        }
    }

    /** A package is read at one glance. What Avro generates is one class for each record of the contract. */
    @Test
    void noPackageHasMoreThanThirtyClasses() {
        Map<String, Integer> sizes = new TreeMap<>();
        CLASSES.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .filter(type -> !type.getPackageName().equals("io.fairway.avro"))
                .forEach(type -> sizes.merge(type.getPackageName(), 1, Integer::sum));
        sizes.values().removeIf(size -> size <= 30);

        assertThat(sizes).isEmpty();
    }

    /** A module is read in a day. What is generated is not in its sources. */
    @Test
    void noModuleHasMoreThanTwelveThousandLines() throws IOException {
        Map<String, Integer> sizes = new TreeMap<>();
        for (Path module : Documents.modules()) {
            sizes.put(Documents.ROOT.relativize(module).toString(), lines(module.resolve("src/main/java")));
        }
        sizes.values().removeIf(size -> size <= 12_000);

        assertThat(sizes).isEmpty();
    }

    private static int lines(Path sources) throws IOException {
        int lines = 0;
        if (Files.isDirectory(sources)) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    lines += Files.readAllLines(file).size();
                }
            }
        }
        return lines;
    }

    @Test
    void noTwoClassesShareASimpleName() {
        Map<String, List<String>> names = new TreeMap<>();
        CLASSES.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> !type.getPackageName().startsWith("io.fairway.avro"))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .forEach(type -> names.computeIfAbsent(type.getSimpleName(), name -> new ArrayList<>())
                        .add(type.getName()));
        names.values().removeIf(types -> types.size() == 1);

        assertThat(names).isEmpty();
    }

    /** A book is stored state. What emits, moves or caches has another name. */
    @Test
    void booksAreStateOrStores() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Book")
                .should()
                .resideInAnyPackage("io.fairway.engine.state", "io.fairway.engine.store")
                .check(CLASSES);
    }

    /** What a scheduler rules is behind the policy families. */
    @Test
    void theEngineKnowsNoScheduler() {
        noClasses()
                .that()
                .resideInAPackage("io.fairway.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fairway.schedulers..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.fairway.engine..")
                .should()
                .haveNameMatching(".*(Slurm|Lsf|Moab).*")
                .check(CLASSES);
    }

    @Test
    void theRulesOfTheSchedulersDependOnNothingButJava() {
        classes()
                .that()
                .resideInAnyPackage("io.fairway.core..", "io.fairway.schedulers..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.fairway.core..",
                        "io.fairway.schedulers..",
                        "java.lang..",
                        "java.util..",
                        "java.math..",
                        "java.time..",
                        // Bytes and text, for the binary form of stored state; not files and channels.
                        "java.nio",
                        "java.nio.charset",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void nothingBelowTheTaskReadsAClock() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.fairway.core..",
                        "io.fairway.schedulers..",
                        "io.fairway.policies..",
                        "io.fairway.scenario..",
                        "io.fairway.engine..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void policiesAndScenariosKnowNoKafka() {
        noClasses()
                .that()
                .resideInAnyPackage("io.fairway.policies..", "io.fairway.scenario..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(CLASSES);
    }

    /** Everything else goes through the writer that leaves out the control characters of names. */
    @Test
    void onlyScreensDrawOnATerminal() {
        noClasses()
                .that()
                .doNotHaveSimpleName("FullScreen")
                .and()
                .doNotHaveSimpleName("TopCommand")
                .and()
                .doNotHaveSimpleName("ClientCommand")
                .and()
                .doNotHaveSimpleName("TerminalScreen")
                .and()
                .doNotHaveSimpleName("ClassArchive") // the JDK talks while it writes one
                .should()
                .callMethod(PlainWriter.class, "drawn", String.class)
                .orShould()
                .accessField(System.class, "out")
                .check(CLASSES);
    }

    /** What decides must not depend on who watches, and without traces nothing of the SDK is loaded. */
    @Test
    void onlyTracingKnowsOpenTelemetry() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.fairway.tracing..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.opentelemetry..")
                .check(CLASSES);
    }

    /** Readers of the contract without commands get no command line, and no program's settings. */
    @Test
    void theContractKnowsNoCommandLine() {
        noClasses()
                .that()
                .resideInAPackage("io.fairway.schemas..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "io.fairway.program..")
                .check(CLASSES);
    }

    /** They run in loops, and must not wait for Kafka's classes. */
    @Test
    void commandsThatAskAServerKnowNothingOfTheServer() {
        classes()
                .that()
                .resideInAPackage("io.fairway.client..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.fairway.client..",
                        "java..",
                        "com.fasterxml.jackson.core..",
                        "com.fasterxml.jackson.databind..",
                        "picocli..",
                        "org.jspecify..")
                .check(CLASSES);
    }
}
