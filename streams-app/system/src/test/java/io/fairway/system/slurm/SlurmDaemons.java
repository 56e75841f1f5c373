package io.fairway.system.slurm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The servers of one Slurm. Each works when the method that starts it returns. Closing ends them, the last one first. */
final class SlurmDaemons implements AutoCloseable {
    private final SlurmCommands commands;
    private final SlurmFiles files;
    private final Deque<SlurmDaemon> daemons = new ArrayDeque<>();

    SlurmDaemons(SlurmCommands commands) {
        this.commands = commands;
        files = commands.files();
    }

    void startMunge() {
        commands.run("mungekey", "--create", "--keyfile=" + files.mungeKey(), "--bits=1024");
        start(
                        "munged",
                        "munged",
                        "--foreground",
                        "--socket=" + files.mungeSocket(),
                        "--key-file=" + files.mungeKey(),
                        "--pid-file=" + files.folder().resolve("munge.pid"),
                        "--log-file=" + files.logs().resolve("munged.log"),
                        "--seed-file=" + files.folder().resolve("munge.seed"))
                .await(() -> commands.tryRun(
                                List.of("munge", "-n", "-S", files.mungeSocket().toString()), "")
                        .ok());
    }

    void startDatabase() {
        commands.run(
                "mariadb-install-db",
                "--no-defaults",
                "--user=root",
                "--datadir=" + files.database(),
                "--tmpdir=" + files.databaseTemporaries(),
                "--auth-root-authentication-method=normal",
                "--skip-test-db");
        List<String> client =
                List.of("--no-defaults", "-S", files.databaseSocket().toString(), "-u", "root");
        start(
                        "mariadbd",
                        "mariadbd",
                        "--no-defaults",
                        "--user=root",
                        "--datadir=" + files.database(),
                        "--tmpdir=" + files.databaseTemporaries(),
                        "--socket=" + files.databaseSocket(),
                        "--pid-file=" + files.folder().resolve("mariadb.pid"),
                        "--bind-address=127.0.0.1",
                        "--port=" + files.databasePort(),
                        "--innodb-buffer-pool-size=64M",
                        "--innodb-log-file-size=32M",
                        "--innodb-flush-log-at-trx-commit=0",
                        "--innodb-lock-wait-timeout=900")
                .await(() -> commands.tryRun(words("mariadb-admin", client, "ping"), "")
                        .ok());
        commands.tryRun(
                        words("mariadb", client),
                        "create database slurm_acct_db; create user 'slurm'@'localhost' identified by 'slurm';"
                                + " create user 'slurm'@'127.0.0.1' identified by 'slurm';"
                                + " grant all on slurm_acct_db.* to 'slurm'@'localhost';"
                                + " grant all on slurm_acct_db.* to 'slurm'@'127.0.0.1';")
                .orFail();
    }

    void startAccounting() {
        start("slurmdbd", "slurmdbd", "-D").await(() -> listens(files.accountingPort()));
    }

    void startController() {
        start("slurmctld", "slurmctld", "-D", "-f", files.configuration().toString())
                .await(() -> commands.tryRun(List.of("scontrol", "ping"), "")
                        .output()
                        .contains("UP"));
    }

    /** Starts some of the nodes, by number from 1, and returns when all of the plan's are idle or mixed. */
    void startNodes(SlurmPlan plan, List<Integer> numbers) {
        List<SlurmDaemon> nodes = new ArrayList<>();
        for (int number : numbers) {
            nodes.add(start(
                    node(number), "slurmd", "-D", "-f", files.configuration().toString(), "-N", "n" + number));
        }
        nodes.forEach(node -> node.await(() -> usableNodes() == plan.nodes()));
    }

    /** Each node once, in however many partitions it is. */
    private long usableNodes() {
        return commands.tryRun(List.of("sinfo", "-h", "-N", "-o", "%N %t"), "")
                .output()
                .lines()
                .filter(line -> line.matches("\\S+ (idle|mix|alloc)"))
                .distinct()
                .count();
    }

    /** Starts slurmrestd as a user, which it refuses to be root. */
    void startRest(String user, String address) {
        Map<String, String> environment = commands.environment();
        environment.put("SLURM_JWT", "daemon");
        SlurmDaemon daemon = SlurmDaemon.start(
                "slurmrestd",
                files.logs(),
                environment,
                commands.installation()
                        .command(List.of("slurmrestd", "-u", user, "-g", user, "-a", "rest_auth/jwt", address)));
        daemons.push(daemon);
        daemon.await(() -> listens(files.restPort()));
    }

    static String node(int number) {
        return "slurmd.n" + number;
    }

    SlurmDaemon named(String name) {
        return daemons.stream()
                .filter(daemon -> daemon.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Ends one in order. */
    void stop(String name) {
        SlurmDaemon daemon = named(name);
        daemon.close();
        daemons.remove(daemon);
    }

    /** Kills one like {@code kill -9}; it can be started again. */
    void kill(String name) {
        SlurmDaemon daemon = named(name);
        daemon.kill();
        daemons.remove(daemon);
    }

    private SlurmDaemon start(String name, String... command) {
        SlurmDaemon daemon = SlurmDaemon.start(
                name,
                files.logs(),
                commands.environment(),
                commands.installation().command(List.of(command)));
        daemons.push(daemon);
        return daemon;
    }

    private static List<String> words(String program, List<String> options, String... more) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(options);
        words.addAll(List.of(more));
        return words;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        while (!daemons.isEmpty()) {
            daemons.pop().close();
        }
    }
}
