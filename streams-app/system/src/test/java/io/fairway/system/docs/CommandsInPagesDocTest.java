package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** A command that a page shows is one, and has the options that the page gives it. */
class CommandsInPagesDocTest {
    /** From the name of the program to the end of the line, or of the code within a sentence. */
    private static final Pattern SHOWN = Pattern.compile("(?m)(?:^|[\\s`(])(\\./)?fairway ([a-z][^`\\n]*)");

    /** What follows is another program's, a comment, or text. */
    private static final Pattern END = Pattern.compile("[|;#&]|\\s\\d?>|\\s--\\s");

    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][\\w-]*|-[a-zA-Z](?![\\w-]))");

    private final CommandLine all = FairwayMain.commandLine();
    private int shown;

    @Test
    void everyCommandAndOptionOfAPageIsThere() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Documents.ROOT.resolve("README.md")));
        for (String room : List.of("docs", ".github")) {
            try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(room))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        List<String> wrong = new ArrayList<>();
        for (Path page : pages) {
            SHOWN.matcher(Files.readString(page).replace("\\\n", " "))
                    .results()
                    .forEach(found -> check(
                            found.group(1) != null, found.group(2), Documents.ROOT.relativize(page) + ": ", wrong));
        }
        assertThat(wrong).isEmpty();
        assertThat(shown).isGreaterThan(250);
    }

    private void check(boolean surely, String line, String page, List<String> wrong) {
        Matcher end = END.matcher(line);
        String text = QUOTED.matcher(end.find() ? line.substring(0, end.start()) : line)
                .replaceAll("x");
        CommandLine command = all;
        for (String word : text.split("\\s+")) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            command = next;
        }
        if (command == all) {
            // In a sentence it may be no command: "the fairway service". The agent is a program of its own.
            if (surely && !text.startsWith("agent")) {
                wrong.add(page + "no command of fairway: " + text);
            }
            return;
        }
        shown++;
        Set<String> known = names(command);
        OPTION.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(option -> !known.contains(option))
                .forEach(option -> wrong.add(page + option + " of fairway " + text));
    }

    private static Set<String> names(CommandLine command) {
        Set<String> names = new HashSet<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            for (String name : option.names()) {
                names.add(name);
                if (option.negatable()) {
                    names.add(name.replaceFirst("^--", "--no-"));
                }
            }
        }
        return names;
    }
}
