package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The completion script in a real bash, and the manual page in a real groff. */
class ShellTest {
    private static final List<String> CLIENTS =
            List.of("usage", "fairshare", "priority", "queues", "job", "why", "forecast", "policies", "top");

    @TempDir
    private static Path directory;

    private static Path script = Path.of("");

    @BeforeAll
    static void printTheScript() throws IOException {
        script = Files.writeString(directory.resolve("completion"), said("completion", "bash"));
    }

    @Test
    void bashCanReadTheScript() throws Exception {
        assertThat(output("bash", "-n", script.toString())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fairway pol        | policies policy
            fairway topics cr  | create
            fairway usage --by | --by
            fairway usage --wa | --watch
            fairway usage --by us     | user
            fairway fairshare --format mdi | mdiag-f
            fairway priority --format sq   | squeue
            fairway completion z | zsh
            """)
    void bashCompletes(String typed, String expected) throws Exception {
        List<String> words = List.of(typed.split(" "));
        List<String> quoted = words.stream().map(word -> "'" + word + "'").toList();
        // Outside of an interactive shell, bash complains that nothing is being completed, and continues.
        String program = "source '" + script + "'; COMP_WORDS=(" + String.join(" ", quoted) + "); COMP_CWORD="
                + (words.size() - 1) + "; _complete_fairway 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"";

        assertThat(output("bash", "--norc", "-c", program)
                        .lines()
                        .map(String::strip)
                        .sorted())
                .containsExactly(expected.split(" "));
    }

    /** A program in place of fairway says what it was asked, and names that a shell could take for something else. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fairway usage --server http : //x : 8090 --domain = alps --user a | anna,a\\ b,anton | user --server=http://x:8090 --domain=alps
            fairway fairshare -A anna,b                                      | anna,ben           | account
            fairway why -u b                                                 | ben                | user
            fairway priority --policy = an                                   | anna,anton         | policy
            fairway top --domain $                                           | \\$\\(touch\\ hacked\\) | domain
            """)
    void bashCompletesNamesOfTheServer(String typed, String expected, String asked) throws Exception {
        Path folder = Files.createTempDirectory(directory, "names");
        Path program = Files.writeString(folder.resolve("fairway"), """
                #!/bin/sh
                shift
                echo "$@" > "$(dirname "$0")/asked"
                printf '%s\\n' anna 'a b' '$(touch hacked)' anton ben
                """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        List<String> words = List.of(typed.split(" "));
        String line = typed.replace(" : ", ":").replace(" = ", "=");
        String script = "cd '" + folder + "'; source '" + ShellTest.script + "'; COMP_WORDS=("
                + words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + "); COMP_CWORD="
                + (words.size() - 1) + "; COMP_LINE='" + line + "'; COMP_POINT=" + line.length()
                + "; _complete_fairway_names '" + program + "' 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"";

        assertThat(output("bash", "--norc", "-c", script).lines()).containsExactlyInAnyOrder(split(expected));
        assertThat(folder.resolve("asked")).hasContent(asked);
        assertThat(folder.resolve("hacked")).doesNotExist();
    }

    /** At commas, but not of a list that is completed as one word. */
    private static String[] split(String expected) {
        return expected.equals("anna,ben") ? new String[] {expected} : expected.split(",");
    }

    @Test
    void zshIsPreparedForTheSameScript() {
        assertThat(said("completion", "zsh"))
                .startsWith("autoload -Uz compinit && compinit")
                .contains("bashcompinit");
    }

    @Test
    void fishHasEveryCommandAndOption() {
        assertThat(said("completion", "fish").lines())
                .contains("complete -c fairway -f")
                .anyMatch(line ->
                        line.startsWith("complete -c fairway -n '__fish_use_subcommand' -a usage -d 'Show usage"))
                .anyMatch(line -> line.startsWith(
                        "complete -c fairway -n '__fish_seen_subcommand_from usage' -s u -l user -x -d 'Only"))
                .anyMatch(line -> line.startsWith(
                        "complete -c fairway -n '__fish_seen_subcommand_from usage' -l token-file -r -F -d "))
                .anyMatch(
                        line -> line.contains("-l by -x -a 'account user association qos queue hour day cluster' -d "))
                .anyMatch(
                        line -> line.startsWith(
                                "complete -c fairway -n '__fish_seen_subcommand_from topics; and not __fish_seen_subcommand_from "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fairway pol             | policies policy
            fairway topics cr       | create
            fairway usage --by us   | user
            fairway completion z    | zsh
            """)
    void fishCompletes(String typed, String expected) throws Exception {
        assumeTrue(isThere("fish"), "fish is not installed: it does not read the script");
        Path fish = Files.writeString(directory.resolve("fairway.fish"), said("completion", "fish"));

        assertThat(output("fish", "--no-config", "-c", "source " + fish + "; complete -C '" + typed + "'")
                        .lines()
                        .map(line -> line.split("\t")[0]))
                .containsExactlyInAnyOrder(expected.split(" "));
    }

    @Test
    void theManualPageHasEveryCommandAndIsCleanTroff() throws Exception {
        String page = said("man");

        assertThat(page).startsWith(".TH FAIRWAY 1").contains(".SH NAME\nfairway \\- ");
        FairwayMain.commandLine()
                .getSubcommands()
                .keySet()
                .forEach(name -> assertThat(page).contains(".SS \"fairway " + name.replace("-", "\\-") + "\"\n"));
        assertThat(page).contains(".SS \"fairway topics create\"\n").contains("fairway usage \\-\\-by user\n");
        assertThat(page).doesNotContain("${", "%n");

        assumeTrue(isThere("groff"), "groff is not installed: the page is not formatted");
        Path file = Files.writeString(directory.resolve("fairway.1"), page);
        String formatted = output("groff", "-man", "-Tascii", "-ww", "-P-cbou", file.toString());
        assertThat(formatted)
                .contains("--token-file FILE", "fairway topics create")
                .doesNotContain("warning");
    }

    @Test
    void everyCommandHasAManualPageOfItsOwn() {
        assertThat(said("man", "usage"))
                .startsWith(".TH FAIRWAY-USAGE 1")
                .contains(".SH NAME\nfairway\\-usage \\- ", ".B \\-\\-token\\-file FILE", ".SH EXAMPLES", "fairway(1)")
                .doesNotContain(".SH COMMANDS", "fairway topics");
        assertThat(said("man", "topics", "create")).startsWith(".TH FAIRWAY-TOPICS-CREATE 1");
    }

    /** They run in loops, and answer in less time than Kafka's classes take to load. */
    @Test
    void whatAsksAServerNeedsNoOtherCommand() {
        for (String client : CLIENTS) {
            assertThat(FairwayMain.commandLine(client).getSubcommands()).containsOnlyKeys(client);
        }
        assertThat(FairwayMain.commandLine("man").getSubcommands()).containsKeys("demo", "serve");
        assertThat(FairwayMain.commandLine("--help").getSubcommands()).containsKeys("demo", "serve");
    }

    @Test
    void everyCommandHasHelp() {
        for (String name : Commands.names()) {
            assertThat(said(name, "--help")).startsWith("Usage: fairway " + name);
        }
        assertThat(said("priority", "--help")).contains("-o '%.18i %.8u %p %Q'");
    }

    @Test
    void helpListsCommandsByGroup() {
        String help = said("--help");

        assertThat(help.indexOf("Ask a running Fairway:"))
                .isPositive()
                .isLessThan(help.indexOf("  usage"))
                .isLessThan(help.indexOf("Run it:"));
        assertThat(help.indexOf("  serve")).isGreaterThan(help.indexOf("Run it:"));
    }

    @Test
    void aServerThatIsAwayIsOneLineAndAFailure() {
        StringWriter err = new StringWriter();

        int code = FairwayMain.commandLine("usage")
                .setErr(new PrintWriter(err))
                .execute("usage", "--server", "http://127.0.0.1:1");

        assertThat(code).isEqualTo(CommandLine.ExitCode.SOFTWARE);
        assertThat(err.toString())
                .startsWith("fairway: cannot connect to http://127.0.0.1:1. ")
                .hasLineCount(1);
    }

    private static String said(String... args) {
        StringWriter out = new StringWriter();
        int code = FairwayMain.commandLine(args[0]).setOut(new PrintWriter(out)).execute(args);
        assertThat(code).isZero();
        return out.toString();
    }

    private static boolean isThere(String program) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
    }

    /** The output of a program, including errors. It must succeed. */
    private static String output(String... program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(new ArrayList<>(List.of(program)))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
