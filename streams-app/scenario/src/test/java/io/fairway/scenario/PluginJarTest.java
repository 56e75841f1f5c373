package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.scenario.report.Report;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustmentProvider;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application finds and uses the plug-in of docs/shares.md, compiled and packed as the document says. */
class PluginJarTest {
    private static final Path DOC = Path.of("..", "..", "docs", "shares.md");
    private static final Pattern EXAMPLE = Pattern.compile("```java\\R(package site;.*?)```", Pattern.DOTALL);

    private static final String SCENARIO = """
            at: 2026-01-01T00:00:00Z
            policy:
              algorithm: lsf-dynamic
              lsf:
                cluster: {FAIRSHARE_ADJUSTMENT_FACTOR: 2}
                adjustment: reserved-slots
                adjustmentSettings: {EACH: 3}
            shares: {alps: {root: {users: {anna: 10}}}}
            usage: {alps: {root/anna: {reserved-slots: 4}}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @Test
    void findsAJarOnTheClassPath() throws Exception {
        Path jar = jar("ReservedSlots");
        Path scenario = Files.writeString(directory.resolve("scenario.yaml"), SCENARIO);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader beside = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            thread.setContextClassLoader(beside);

            Report report =
                    Objects.requireNonNull(Scenario.evaluate(scenario).reports().get("policy"));

            Report.Row anna = Objects.requireNonNull(
                    Objects.requireNonNull(report.sections().get("fairshare"))
                            .rows()
                            .get("/anna"));
            // Three for each of four slots; by hand 10 / ((1 + 4) * 3 + 2 * 12).
            assertThat(anna.values().get("adjustment")).isEqualTo(12.0);
            assertThat(anna.values().get("priority")).isEqualTo(10 / 39.0);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** The order of jars must not decide which one counts. */
    @Test
    void twoPluginsOfOneNameAreRefused() throws Exception {
        Path scenario = Files.writeString(directory.resolve("scenario.yaml"), SCENARIO);
        URL[] jars = {
            jar("ReservedSlots").toUri().toURL(), jar("OtherSlots").toUri().toURL()
        };
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader beside = new URLClassLoader(jars, before)) {
            thread.setContextClassLoader(beside);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Scenario.evaluate(scenario))
                    .withMessageContaining("adjustment \"reserved-slots\": two plug-ins have this name")
                    .withMessageContaining("site.ReservedSlots")
                    .withMessageContaining("site.OtherSlots")
                    .withMessageContaining("remove one from the class path");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void saysWhichThereAreWithoutTheJar() throws Exception {
        Path scenario = Files.writeString(directory.resolve("scenario.yaml"), SCENARIO);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.evaluate(scenario))
                .withMessageContaining(
                        "adjustment \"reserved-slots\": must be one of the adjustment plug-ins [memory]");
    }

    /** A jar of an earlier version would be passed over without a word. */
    @Test
    void aPluginUnderTheFormerNameOfTheServiceIsRefused() throws Exception {
        Path scenario = Files.writeString(directory.resolve("scenario.yaml"), SCENARIO);
        Path services = Files.createDirectories(directory.resolve("old/META-INF/services"));
        Files.writeString(
                services.resolve("io.fairway.schedulers.lsf." + "FairshareAdjustmentProvider"), "site.ReservedSlots");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader beside =
                new URLClassLoader(new URL[] {directory.resolve("old").toUri().toURL()}, before)) {
            thread.setContextClassLoader(beside);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Scenario.evaluate(scenario))
                    .withMessageContaining("the service is now " + FairshareAdjustmentProvider.class.getName())
                    .withMessageContaining("rename the file");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** A jar with the example of the document, under this class name. */
    private Path jar(String name) throws Exception {
        Matcher example = EXAMPLE.matcher(Files.readString(DOC));
        assertThat(example.find()).as("example of a plug-in in the document").isTrue();
        Path source = Files.writeString(
                directory.resolve(name + ".java"), example.group(1).replace("ReservedSlots", name));
        Path core = Path.of(FairshareAdjustmentProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", core.toString(), "-d", directory.toString(), source.toString());
        assertThat(result).as("javac").isZero();
        Path jar = directory.resolve(name + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("site/" + name + ".class"));
            out.write(Files.readAllBytes(directory.resolve("site").resolve(name + ".class")));
            out.putNextEntry(new ZipEntry("META-INF/services/" + FairshareAdjustmentProvider.class.getName()));
            out.write(("site." + name + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
