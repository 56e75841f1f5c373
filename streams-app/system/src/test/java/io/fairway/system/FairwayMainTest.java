package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class FairwayMainTest {
    private static final String STACK_TRACE = "\tat ";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private int execute(String... args) {
        CommandLine line = FairwayMain.commandLine(args.length == 0 ? "" : args[0])
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        return line.execute(args);
    }

    @Test
    void helpNamesEveryCommandAndTheExitCodes() {
        assertThat(execute("--help")).isZero();

        assertThat(out.toString())
                .contains("demo", "replay", "serve", "dispatch", "topics", "describe")
                .contains("Exit codes:");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpOfACommandIsAskedAsInOtherTools() {
        assertThat(FairwayMain.asked(new String[] {"help", "why"})).containsExactly("why", "--help");
        assertThat(FairwayMain.asked(new String[] {"help", "collect", "slurm"}))
                .containsExactly("collect", "slurm", "--help");
        assertThat(FairwayMain.asked(new String[] {"help"})).containsExactly("--help");
        assertThat(FairwayMain.asked(new String[] {"why", "help"})).containsExactly("why", "help");
    }

    @ParameterizedTest
    @CsvSource({"fairshar, fairshare", "usge, usage", "priorty, priority"})
    void aTypoGetsASuggestion(String typo, String meant) {
        assertThat(execute(typo)).isEqualTo(2);
        assertThat(err.toString()).contains(typo, "Did you mean", "fairway " + meant);
    }

    @Test
    void aTypoOfAnOptionGetsASuggestion() {
        assertThat(execute("priority", "--usr", "anna")).isEqualTo(2);
        assertThat(err.toString()).contains("--usr", "Possible solutions: --user");
    }

    @Test
    void theVersionNeedsNoCommand() {
        assertThat(FairwayMain.commandLine("--version").getSubcommands()).isEmpty();
    }

    @Test
    void whoInterruptsACommandIsToldNothing() {
        Thread.currentThread().interrupt();
        try {
            assertThat(execute("usage", "--server", "http://127.0.0.1:1")).isEqualTo(130);
        } finally {
            Thread.interrupted();
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theSchemaOfATopicNeedsNoRegistry() {
        assertThat(execute("schemas", "get", "fairway.job-events")).isZero();
        assertThat(out.toString()).contains("\"name\" : \"JobEvent\"", "\"namespace\" : \"io.fairway.avro\"");
        assertThat(execute("schemas", "get", "dead-letters")).isEqualTo(2);
        assertThat(err.toString())
                .contains("dead-letters: no topic has this name and a schema; there are adjustments,");
        assertThat(execute("schemas", "get")).isEqualTo(2);
        assertThat(execute("schemas", "get", "shares", "--to", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("say a TOPIC, or --to FOLDER for all of them");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "replay",
                "load",
                "bench",
                "simulate",
                "serve",
                "dispatch",
                "backfill",
                "topics",
                "describe"
            })
    void everyCommandHasHelpAndAVersion(String command) {
        assertThat(execute(command, "--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: fairway " + command)
                .contains("--verbose")
                .as("the command itself: the main class knows those of the lab by their names alone")
                .doesNotContain("fairway-lab");

        assertThat(execute(command, "--version")).isZero();
        assertThat(out.toString()).contains("fairway ");
    }

    /** Whatever a command prints, in whatever way: it gets its writers from the main class. */
    @Test
    void noCommandPrintsTheControlCharactersOfNames() {
        String hostile = "a\u001b[2Jb\nc";
        List<CommandLine> commands = new ArrayList<>();
        CommandLine line = FairwayMain.commandLine();
        addProbes(line, hostile, commands);

        for (CommandLine command : commands) {
            StringWriter printed = new StringWriter();
            line.setOut(new PrintWriter(printed)).setErr(new PrintWriter(printed));
            String[] words = command.getCommandSpec().qualifiedName().split(" ");
            assertThat(line.execute(Arrays.copyOfRange(words, 1, words.length))).isZero();

            assertThat(printed.toString()).isEqualTo("a?[2Jb?c%na?[2Jb?c%n".formatted());
        }
        assertThat(commands)
                .extracting(command -> command.getCommandSpec().qualifiedName())
                .contains("fairway probe", "fairway shares probe", "fairway policy probe");
    }

    @CommandLine.Command
    private static final class Probe implements Runnable {
        private final String name;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
        private CommandLine.Model.CommandSpec spec;

        private Probe(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            spec.commandLine().getOut().println(name);
            spec.commandLine().getErr().println(name);
        }
    }

    /** Puts a command that prints names beside every command. */
    private static void addProbes(CommandLine line, String name, List<CommandLine> probes) {
        if (line.getSubcommands().isEmpty()) {
            return;
        }
        List.copyOf(line.getSubcommands().values()).forEach(below -> addProbes(below, name, probes));
        CommandLine probe = new CommandLine(new Probe(name));
        line.addSubcommand("probe", probe);
        probes.add(probe);
    }

    @Test
    void anUnknownCommandIsBadUsage() {
        assertThat(execute("server")).isEqualTo(2);

        assertThat(err.toString()).startsWith("fairway: ").contains("server").contains("See 'fairway --help'.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void noCommandIsBadUsage() {
        assertThat(execute()).isEqualTo(2);

        assertThat(err.toString()).contains("no command").contains("serve");
    }

    @Test
    void anUnknownOptionIsBadUsage() {
        assertThat(execute("serve", "--sett", "a=b")).isEqualTo(2);

        assertThat(err.toString()).contains("--sett").contains("See 'fairway serve --help'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve", "dispatch"})
    void aMissingConfigurationFileIsBadUsage(String command) {
        Path missing = directory.resolve("missing.properties");

        assertThat(configured(command, missing)).isEqualTo(2);

        assertThat(err.toString())
                .startsWith("fairway: configuration file " + missing + " cannot be read")
                .doesNotContain(STACK_TRACE);
    }

    @ParameterizedTest
    @CsvSource({
        "serve, domain.pins=alps, domain pin \"alps\" must be domain=partition",
        "dispatch, domain.pins=alps, domain pin \"alps\" must be domain=partition",
        "serve, domain.pins=alps=-1, must have a partition of 0 or more",
        "serve, topic.prefix=a/b, topic prefix \"a/b\"",
        "dispatch, topic.prefix=a/b, topic prefix \"a/b\"",
        "serve, threads=none, threads",
        "serve, thread=1, unknown key thread",
        "dispatch, thread=1, unknown key thread"
    })
    void aBadSettingIsBadUsageWithItsFileAndLine(String command, String setting, String rule) throws Exception {
        Path file = directory.resolve("fairway.properties");
        Files.writeString(file, "bootstrap.servers=127.0.0.1:1\nschema.registry.url=mock://main\n" + setting + "\n");

        assertThat(configured(command, file)).isEqualTo(2);

        assertThat(err.toString())
                .startsWith("fairway: " + file + ", line 3: ")
                .contains(rule)
                .doesNotContain(STACK_TRACE);
    }

    @Test
    void aBadSettingOfTheCommandLineIsNamedByItsOption() {
        assertThat(execute(
                        "serve", "-s", "bootstrap.servers=b:1", "-s", "schema.registry.url=mock://m", "-s", "mode=x"))
                .isEqualTo(2);

        assertThat(err.toString()).startsWith("fairway: --set: Invalid value x for configuration mode");
    }

    @Test
    void aFailureIsOneLine() {
        assertThat(execute(
                        "topics",
                        "create",
                        "-b",
                        "127.0.0.1:1",
                        "-p",
                        "default.api.timeout.ms=300",
                        "-p",
                        "request.timeout.ms=200"))
                .isEqualTo(1);

        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString())
                .startsWith("fairway: ")
                .contains("do the brokers of bootstrap.servers answer?")
                .doesNotContain(STACK_TRACE);
    }

    @Test
    void theWholeOfAnErrorIsThereForTheAsking() {
        assertThat(execute("serve", "--config", "missing.properties", "--verbose"))
                .isEqualTo(2);

        assertThat(err.toString()).contains("missing.properties").contains(STACK_TRACE);
    }

    @ParameterizedTest
    @CsvSource({
        "describe --prefix a/b, topic prefix \"a/b\"",
        "topics list --prefix a/b, topic prefix \"a/b\"",
        "topics create -b 127.0.0.1:1 --prefix a/b, topic prefix \"a/b\"",
        "topics create -b 127.0.0.1:1 --partitions 0, 'partitions 0: must be 1 or more'",
        "topics create -b 127.0.0.1:1 --replication 0, 'replication 0: must be 1 or more'",
        "topics create -b 127.0.0.1:1 -p retries=many, retries",
        "topics create, 'name the brokers by --bootstrap-servers, or the configuration of serve by --config'",
        "topics create -c fairway.properties -b 127.0.0.1:1, '--config fairway.properties has brokers'",
        "topics create -c fairway.properties -p retries=1, 'leave out --bootstrap-servers, --prefix, --clusters, --property'",
        "topics create -c missing.properties, 'missing.properties'"
    })
    void badOptionsOfTopicsAreBadUsage(String command, String rule) {
        assertThat(execute(command.split(" "))).isEqualTo(2);

        assertThat(err.toString()).startsWith("fairway: ").contains(rule).doesNotContain(STACK_TRACE);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theTopologyAndTheTopicsNeedNoBroker() {
        assertThat(execute("describe")).isZero();
        assertThat(execute("topics", "list", "--prefix", "site.")).isZero();

        assertThat(out.toString()).contains("domain.apply").contains("site.priorities");
    }

    @Test
    void clustersHaveTopicsInTheTopologyAndTheList() {
        assertThat(execute("describe", "--clusters", "alps")).isZero();
        assertThat(out.toString()).contains("domain.read-samples (topics: [fairway.samples, fairway.samples.alps])");
        assertThat(execute("topics", "list", "--clusters", "eiger")).isZero();
        assertThat(out.toString()).containsPattern("fairway\\.job-events\\.eiger +delete +domain\\|cluster\\|job");
        assertThat(execute("topics", "list", "--clusters", "al/ps")).isEqualTo(2);
        assertThat(err.toString()).contains("cluster \"al/ps\" must have only ASCII letters");
    }

    private int configured(String command, Path file) {
        return command.equals("dispatch")
                ? execute(command, "--config", file.toString(), "--processors", "4")
                : execute(command, "--config", file.toString());
    }
}
