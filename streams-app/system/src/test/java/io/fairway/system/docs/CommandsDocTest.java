package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code docs/commands.md}: every command with its parameters, options, defaults and exit codes, from the commands themselves. */
class CommandsDocTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(env|sys):([\\w.]+)(?::-([^}]*))?}");

    /** An option that so many commands have in the same words is told once. */
    private static final int MANY = 6;

    @Test
    void thePageSaysWhatTheCommandsTake() throws IOException {
        ReferencePage.holds("commands.md", page(), CommandsDocTest.class);
    }

    /** Picocli's own labels are names of fields. */
    @Test
    void aParameterIsNamedAsInOtherTools() {
        assertThat(page().lines().filter(line -> line.startsWith("| `")))
                .noneMatch(row -> row.substring(0, row.indexOf('`', 3)).contains("<"));
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Commands

                Made from the commands themselves; a test fails when this page is stale. Every command also has `--help`, `--version` and
                `--verbose`, which shows the log on the terminal, and errors in full. `fairway help COMMAND` prints what is here, with examples.
                `fairway agent` is a program of its own: [agent.md](agent.md). Made from the code as well: [reference-topics.md](reference-topics.md),
                [reference-metrics.md](reference-metrics.md), [reference-dependencies.md](reference-dependencies.md).
                """);
        CommandLine all = FairwayMain.commandLine().setInterpolateVariables(false);
        exitCodes(page, all.getCommandSpec());
        Map<String, Integer> rows = new TreeMap<>();
        all.getSubcommands().values().stream().distinct().forEach(command -> count(rows, command.getCommandSpec()));
        page.append("""

                ## Options that many commands have

                | | default | meaning |
                |---|---|---|
                """);
        rows.values().removeIf(commands -> commands < MANY);
        rows.keySet().forEach(page::append);
        all.getSubcommands().values().stream()
                .distinct()
                .map(CommandLine::getCommandSpec)
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .forEach(command -> section(page, command, rows.keySet()));
        return page.toString();
    }

    private static void count(Map<String, Integer> rows, CommandSpec command) {
        options(command).forEach(option -> rows.merge(row(names(option), option), 1, Integer::sum));
        command.subcommands().values().stream().distinct().forEach(each -> count(rows, each.getCommandSpec()));
    }

    private static boolean isOfAll(OptionSpec option) {
        return option.usageHelp()
                || option.versionHelp()
                || option.longestName().equals("--verbose");
    }

    private static List<OptionSpec> options(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.hidden() && !isOfAll(option))
                .sorted((one, other) -> one.longestName().compareTo(other.longestName()))
                .toList();
    }

    private static void section(StringBuilder page, CommandSpec command, Set<String> usual) {
        if (command.usageMessage().hidden()) {
            return;
        }
        page.append("\n## `").append(command.qualifiedName()).append("`\n\n");
        page.append(text(command.usageMessage().description())).append('\n');
        if (!command.parent().equals(command.root()) || command.exitCodeOnUsageHelp() == 0) {
            exitCodes(page, command);
        }
        List<OptionSpec> options = options(command);
        List<OptionSpec> shared = options.stream()
                .filter(option -> usual.contains(row(names(option), option)))
                .toList();
        List<OptionSpec> own =
                options.stream().filter(option -> !shared.contains(option)).toList();
        List<PositionalParamSpec> parameters = command.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .toList();
        if (!own.isEmpty() || !parameters.isEmpty()) {
            page.append("\n| | default | meaning |\n|---|---|---|\n");
            parameters.forEach(parameter -> page.append(row(parameter.paramLabel(), parameter)));
            own.forEach(option -> page.append(row(names(option), option)));
        }
        if (!shared.isEmpty()) {
            page.append(shared.stream()
                    .map(option -> "`" + option.longestName() + "`")
                    .collect(Collectors.joining(", ", "\nAlso, as above: ", "\n")));
        }
        command.subcommands().values().stream()
                .distinct()
                .map(CommandLine::getCommandSpec)
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .forEach(each -> section(page, each, usual));
    }

    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        if (option.negatable()) {
            names = names.replace("--", "--[no-]");
        }
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static String row(String name, ArgSpec argument) {
        return "| `" + name.replace("|", "\\|") + "` | "
                + (argument.required() ? "must be given" : byDefault(argument))
                + " | " + text(argument.description(), argument) + " |\n";
    }

    private static String byDefault(ArgSpec argument) {
        String declared = argument.defaultValue();
        if (declared != null && !declared.equals("__unspecified__") && !declared.equals("_NULL_")) {
            String said = said(declared);
            return said.isEmpty() ? "" : "`" + said + "`";
        }
        return initial(argument.initialValue());
    }

    /** A default that is the environment's, or the JVM's, is another one on each machine. */
    private static String said(String declared) {
        return VARIABLE.matcher(declared)
                .replaceAll(found -> found.group(1).equals("sys")
                        ? found.group(2) + " of the JVM"
                        : found.group(2) + (found.group(3) == null ? "" : ", or " + found.group(3)));
    }

    private static String initial(@Nullable Object value) {
        boolean none = value == null
                || Boolean.FALSE.equals(value)
                || value.equals("")
                || (value instanceof Collection<?> many && many.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty())
                || (value.getClass().isArray() && Array.getLength(value) == 0);
        return none ? "" : "`" + value + "`";
    }

    private static void exitCodes(StringBuilder page, CommandSpec command) {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            page.append("\n| exit code | |\n|---|---|\n");
            codes.forEach((code, meaning) -> page.append("| ")
                    .append(code.strip())
                    .append(" | ")
                    .append(meaning.replaceAll("\\s+", " ").strip())
                    .append(" |\n"));
        }
    }

    private static String text(String[] lines, ArgSpec argument) {
        List<String> candidates = new ArrayList<>();
        if (argument.completionCandidates() != null) {
            argument.completionCandidates().forEach(candidates::add);
        }
        String declared = argument.defaultValue();
        String initial = declared == null ? String.valueOf(argument.initialValue()) : said(declared);
        String fallback = argument instanceof OptionSpec option ? option.fallbackValue() : "";
        return text(Arrays.stream(lines)
                .map(line -> line.replace("${FALLBACK-VALUE}", fallback))
                .map(line -> line.replace("${COMPLETION-CANDIDATES}", String.join(", ", candidates))
                        .replace("${DEFAULT-VALUE}", initial))
                .toArray(String[]::new));
    }

    /** As a terminal shows it, without styles; what looks like a tag or a column would vanish or break the table. */
    private static String text(String[] lines) {
        return CommandLine.Help.Ansi.OFF
                .string(String.join(" ", lines).replace("%n", " ").replace("%%", "%"))
                .replaceAll("\\s+", " ")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .strip();
    }
}
