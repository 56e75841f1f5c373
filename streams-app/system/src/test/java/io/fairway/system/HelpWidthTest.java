package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Help fits a terminal of 80 columns. An example can be pasted: nothing wraps it, and the command takes it. */
class HelpWidthTest {
    private static final int COLUMNS = 80;
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

    private final Map<String, List<String>> wide = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();

    @Test
    void noLineIsWiderThanATerminal() {
        CommandLine line = FairwayMain.commandLine();
        line.setUsageHelpAutoWidth(false).setUsageHelpWidth(COLUMNS);
        forEach(line, (command, footer) -> {
            List<String> lines =
                    new ArrayList<>(command.getUsageMessage(Ansi.OFF).lines().toList());
            // What is indented stands for itself: picocli wraps it as it wraps sentences.
            footer.stream().filter(one -> one.startsWith(" ")).forEach(lines::add);
            List<String> tooWide = lines.stream()
                    .filter(one -> one.stripTrailing().length() > COLUMNS)
                    .toList();
            if (!tooWide.isEmpty()) {
                wide.put(command.getCommandSpec().qualifiedName(), tooWide);
            }
        });
        assertThat(wide).isEmpty();
    }

    @Test
    void everyExampleIsACommandLine() {
        forEach(
                FairwayMain.commandLine(),
                (command, footer) -> String.join("\n", footer)
                        .replaceAll(" \\\\\\R\\s*", " ")
                        .lines()
                        .map(String::strip)
                        .filter(one -> one.startsWith("fairway "))
                        .forEach(examples::add));
        assertThat(examples).hasSizeGreaterThan(60);
        for (String example : examples) {
            String[] words = WORD.matcher(example.replaceAll("\\s[|>#<].*", ""))
                    .results()
                    .map(MatchResult::group)
                    .map(word -> word.replaceAll("['\"]", ""))
                    .skip(1)
                    .toArray(String[]::new);
            assertThatCode(() -> FairwayMain.commandLine().parseArgs(words))
                    .as(example)
                    .doesNotThrowAnyException();
        }
    }

    private static void forEach(CommandLine line, BiConsumer<CommandLine, List<String>> action) {
        List<String> footer = new ArrayList<>();
        for (String one : line.getCommandSpec().usageMessage().footer()) {
            footer.addAll(String.format(one).lines().toList());
        }
        action.accept(line, footer);
        new LinkedHashSet<>(line.getSubcommands().values()).forEach(sub -> forEach(sub, action));
    }
}
