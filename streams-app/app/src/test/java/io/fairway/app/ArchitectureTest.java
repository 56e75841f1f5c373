package io.fairway.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Directories point one way; the core knows nothing of Kafka, clocks or I/O. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.fairway");

    @Test
    void coreDependsOnNothingButJava() {
        noClasses()
                .that()
                .resideInAPackage("io.fairway.core..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "io.fairway.core..",
                        "java.lang..",
                        "java.util..",
                        "java.math..",
                        "java.time..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void coreReadsNoClock() {
        noClasses()
                .that()
                .resideInAPackage("io.fairway.core..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void processorsReadNoClockOfTheirOwn() {
        noClasses()
                .that()
                .resideInAnyPackage("io.fairway.app.processor..", "io.fairway.app.topology..", "io.fairway.app.serde..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void theContractKnowsNoDomainRules() {
        noClasses()
                .that()
                .resideInAPackage("io.fairway.schemas..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fairway.core..", "io.fairway.app..", "org.apache.kafka.streams..")
                .check(CLASSES);
    }

    /** They are run in loops, and must not wait for Kafka's classes. */
    @Test
    void commandsThatAskAServerKnowNothingOfKafka() {
        noClasses()
                .that()
                .resideInAPackage("io.fairway.app.client..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "io.fairway.app.client..",
                        "java..",
                        "com.fasterxml.jackson.core..",
                        "com.fasterxml.jackson.databind..",
                        "picocli..",
                        "org.jspecify..")
                .check(CLASSES);
    }
}
