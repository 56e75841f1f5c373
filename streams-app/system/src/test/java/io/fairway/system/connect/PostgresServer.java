package io.fairway.system.connect;

import io.fairway.embedded.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The system's own PostgreSQL, with a database in a directory. Where it is not installed, tests are skipped with a message;
 * with CI=true in the environment, they fail.
 */
final class PostgresServer implements AutoCloseable {
    /** PostgreSQL refuses to run as root; the packages bring this account. */
    private static final String ACCOUNT = "postgres";

    private final Path binaries;
    private final Path directory;
    private final int port = FreePorts.take(1).get(0);

    private PostgresServer(Path binaries, Path directory) {
        this.binaries = binaries;
        this.directory = directory;
    }

    /** Starts a server with logical decoding, and the database {@code site}. */
    static PostgresServer start() throws IOException {
        Path binaries = find();
        if (binaries == null) {
            String missing = "PostgreSQL's initdb is not installed: the connectors of databases are NOT tested."
                    + " On Debian: apt-get install postgresql";
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError(missing);
            }
            System.out.println("SKIPPED: " + missing);
            Assumptions.abort(missing);
        }
        // Not below the directory of a test: the other account must reach it.
        Path directory = Files.createTempDirectory("fairway-postgres-");
        PostgresServer server = new PostgresServer(Objects.requireNonNull(binaries), directory);
        if (isRoot()) {
            server.done(List.of("chown", ACCOUNT, directory.toString()));
        }
        server.asOwner(
                "initdb",
                "--pgdata",
                server.data(),
                "--auth=trust",
                "--username=" + ACCOUNT,
                "--no-sync",
                "--encoding=UTF8");
        server.start(server.port);
        server.sql(ACCOUNT, "CREATE DATABASE site");
        return server;
    }

    private static @Nullable Path find() throws IOException {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        List<Path> folders = new ArrayList<>(
                Stream.of(path.split(File.pathSeparator)).map(Path::of).toList());
        Path debian = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(debian)) {
            try (Stream<Path> versions = Files.list(debian)) {
                versions.map(version -> version.resolve("bin")).forEach(folders::add);
            }
        }
        for (Path folder : folders) {
            Path initdb = folder.resolve("initdb");
            if (Files.isExecutable(initdb)) {
                return Objects.requireNonNull(initdb.toRealPath().getParent());
            }
        }
        return null;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    int port() {
        return port;
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private void start(int at) {
        asOwner(
                "pg_ctl",
                "--pgdata=" + data(),
                "--log=" + directory.resolve("postgres.log"),
                "--wait",
                "--options=-p " + at + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=" + directory
                        + " -c wal_level=logical -c fsync=off",
                "start");
    }

    /** Starts it again after {@link #stop()}. */
    void restart() {
        start(port);
    }

    /** Stops it at once, as a crash of the machine would. */
    void stop() {
        asOwner("pg_ctl", "--pgdata=" + data(), "--mode=immediate", "--wait", "stop");
    }

    /** Runs a file of statements as the owner of the server. */
    void file(Path script) {
        done(psql("site", "--set=ON_ERROR_STOP=1", "--file=" + script));
    }

    /** Runs statements in the database {@code site}, and returns the rows, fields separated by |. */
    List<String> sql(String statements) {
        return sql("site", statements);
    }

    private List<String> sql(String database, String statements) {
        return done(psql(database, "--set=ON_ERROR_STOP=1", "--command=" + statements))
                .lines()
                .toList();
    }

    private List<String> psql(String database, String... words) {
        List<String> command = new ArrayList<>(List.of(
                binaries.resolve("psql").toString(),
                "--host=127.0.0.1",
                "--port=" + port,
                "--username=" + ACCOUNT,
                "--dbname=" + database,
                "--no-psqlrc",
                "--quiet",
                "--no-align",
                "--tuples-only"));
        command.addAll(List.of(words));
        return command;
    }

    private void asOwner(String program, String... words) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", ACCOUNT, "--"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(words));
        done(command);
    }

    /** The output of a program; a server that it leaves running does not hold it. */
    private String done(List<String> command) {
        try {
            Path output = Files.createTempFile("fairway-postgres-", ".out");
            Process process = new ProcessBuilder(command)
                    .directory(new File("/"))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " does not end");
            }
            String text = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            if (process.exitValue() != 0) {
                throw new IllegalStateException(command + " ended with status " + process.exitValue() + ": " + text);
            }
            return text;
        } catch (IOException e) {
            throw new IllegalStateException(command + " cannot be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (IllegalStateException e) {
            // A test stopped it.
        }
        if (isRoot()) {
            var unused = done(List.of("rm", "-rf", directory.toString()));
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
