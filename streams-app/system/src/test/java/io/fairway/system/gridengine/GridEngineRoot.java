package io.fairway.system.gridengine;

import io.fairway.system.slurm.ProgramRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A Debian with Grid Engine's packages in the user's cache folder, made once: {@code .cache/fairway/gridengine}. The packages come
 * from a mirror of Debian ({@code -Dgridengine.mirror}). To have it made anew, remove the folder; one of other scripts is made
 * again.
 */
final class GridEngineRoot {
    private static final String MIRROR = System.getProperty("gridengine.mirror", "http://deb.debian.org/debian");
    private static final Path MAKER =
            Path.of("..", "..", ".ci", "debian-chroot").toAbsolutePath().normalize();
    private static final List<String> NEEDED =
            List.of("unshare", "nsenter", "chroot", "mount", "ip", "apt-get", "dpkg-deb", "wget");
    private static final boolean IN_CI = "true".equals(System.getenv("CI"));
    private static final long MINUTES_TO_MAKE_IT = 20;

    private GridEngineRoot() {}

    /** Its folder. Skips the test where it cannot be made; with CI=true in the environment, the test fails. */
    static Path folder() {
        if (!"root".equals(System.getProperty("user.name"))) {
            unavailable("only root may change the root folder and make namespaces");
        }
        NEEDED.stream()
                .filter(name -> !ProgramRun.of(Map.of(), List.of("sh", "-c", "command -v " + name), "")
                        .ok())
                .findFirst()
                .ifPresent(name -> unavailable(name + " is not installed"));
        Path cache = cache();
        Path made = cache.resolve("made");
        try {
            String makers = digest(MAKER, script("make-root.sh"));
            if (!Files.exists(made) || !Files.readString(made).equals(makers)) {
                Files.createDirectories(cache);
                make(cache);
                Files.writeString(made, makers);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + cache, e);
        }
        return cache.resolve("root");
    }

    /** What other versions of the scripts have made is made again. */
    private static String digest(Path... scripts) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path script : scripts) {
                digest.update(Files.readAllBytes(script));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path cache() {
        String named = System.getenv("XDG_CACHE_HOME");
        Path caches =
                named == null || named.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(named);
        return caches.resolve("fairway").resolve("gridengine");
    }

    private static void make(Path cache) throws IOException {
        Path log = cache.resolve("make-root.log");
        Process process = new ProcessBuilder(
                        "sh", script("make-root.sh").toString(), cache.toString(), MIRROR, MAKER.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(MINUTES_TO_MAKE_IT, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                unavailable("it took more than " + MINUTES_TO_MAKE_IT + " minutes to fetch and unpack; see " + log);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        if (process.exitValue() != 0) {
            List<String> lines = Files.readAllLines(log);
            unavailable(MIRROR + " gave no Grid Engine: " + lines.subList(Math.max(0, lines.size() - 5), lines.size())
                    + "; remove " + cache + " and try again");
        }
    }

    /** A script of the test resources, as a file. */
    static Path script(String name) {
        try (InputStream in =
                Objects.requireNonNull(GridEngineRoot.class.getResourceAsStream("/gridengine/" + name), name)) {
            Path file = Files.createTempFile("fairway-", name);
            file.toFile().deleteOnExit();
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + name, e);
        }
    }

    private static void unavailable(String reason) {
        String message = "no Grid Engine can be started: " + reason + ". Fairway on a real Grid Engine is NOT tested.";
        if (IN_CI) {
            throw new AssertionError(message);
        }
        System.out.println("SKIPPED: " + message);
        Assumptions.abort(message);
    }
}
