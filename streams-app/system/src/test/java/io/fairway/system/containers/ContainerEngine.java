package io.fairway.system.containers;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/**
 * The container engine of this machine, with images of what Maven built. Where there is none, tests are skipped with a message;
 * with CI=true in the environment, they fail.
 */
final class ContainerEngine {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final String BASE = "fairway-stand-in/jre:local";
    private static final String TAG = "tested";
    private static final long BUILD_MINUTES = 15;

    static final DockerImageName KAFKA = DockerImageName.parse("fairway-stand-in/kafka:local");
    static final DockerImageName REGISTRY = DockerImageName.parse("fairway-stand-in/registry:local");
    static final DockerImageName FAIRWAY = DockerImageName.parse("fairway:" + TAG);
    static final DockerImageName AGENT = DockerImageName.parse("fairway-agent:" + TAG);
    static final DockerImageName CONNECT = DockerImageName.parse("fairway-connect:" + TAG);

    private static boolean built;

    private ContainerEngine() {}

    /** Looks for the engine, and builds the images once. */
    static synchronized DockerClient withImages() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            String missing =
                    "No container engine answers: the images are NOT tested. On Debian: apt-get install docker.io"
                            + " tini; .ci/run shows how to start it";
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError(missing);
            }
            System.out.println("SKIPPED: " + missing);
            Assumptions.abort(missing);
        }
        if (!built) {
            run(List.of("docker/stand-ins.sh"));
            run(List.of("docker/build.sh", "--base", BASE, "--tag", TAG));
            built = true;
        }
        return DockerClientFactory.instance().client();
    }

    /** Runs a program in the root of the project; its output. */
    static String run(List<String> command) {
        try {
            Path output = Files.createTempFile("fairway-containers-", ".out");
            Process process = new ProcessBuilder(command)
                    .directory(ROOT.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            String said = Files.readString(output);
            Files.delete(output);
            if (process.waitFor() != 0) {
                throw new AssertionError(String.format(
                        Locale.ROOT, "%s ended with %d:%n%s", String.join(" ", command), process.exitValue(), said));
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command + " ran", e);
        }
    }
}
