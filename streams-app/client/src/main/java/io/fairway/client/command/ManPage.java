package io.fairway.client.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command and its subcommands in the macros of man(7), from the same texts as {@code --help}. */
final class ManPage {
    private final CommandSpec top;
    private final StringBuilder page = new StringBuilder();

    ManPage(CommandSpec top) {
        this.top = top;
    }

    String text() {
        page.setLength(0);
        String name = top.qualifiedName("-");
        macro("TH " + name.toUpperCase(Locale.ROOT) + " 1 \"\" \"Fairway\" \"Fairway\"");
        macro("SH NAME");
        text(name + " - " + firstSentence(top));
        macro("SH SYNOPSIS");
        synopsis(top);
        macro("SH DESCRIPTION");
        paragraphs(top.usageMessage().description());
        macro("SH OPTIONS");
        options(top);
        if (!top.subcommands().isEmpty()) {
            macro("SH COMMANDS");
            commands(top);
        }
        if (top.parent() != null) {
            examples("SH EXAMPLES", top.usageMessage().footer());
        }
        macro("SH EXIT STATUS");
        for (Map.Entry<String, String> code :
                top.root().usageMessage().exitCodeList().entrySet()) {
            macro("TP");
            text(code.getKey());
            text(code.getValue());
        }
        macro("SH ENVIRONMENT");
        item("FAIRWAY_SERVER", "The server to ask, unless --server is given.");
        item("FAIRWAY_TOKEN", "The token for the server, unless --token-file is given.");
        item("COLUMNS", "If set: the width of tables.");
        item("NO_COLOR", "If set: no colours on a terminal.");
        if (top.parent() != null) {
            macro("SH SEE ALSO");
            text(top.root().name() + "(1)");
        }
        return page.toString();
    }

    private void commands(CommandSpec above) {
        above.subcommands().forEach((name, line) -> {
            CommandSpec command = line.getCommandSpec();
            // An alias is the same command.
            if (command.usageMessage().hidden() || !command.name().equals(name)) {
                return;
            }
            macro("SS " + quoted(command.qualifiedName()));
            synopsis(command);
            macro("PP");
            paragraphs(command.usageMessage().description());
            options(command);
            examples("PP", command.usageMessage().footer());
            commands(command);
        });
    }

    private void synopsis(CommandSpec command) {
        String synopsis = new Help(command, Help.Ansi.OFF).synopsis(0);
        text(synopsis.strip().replaceAll("\\s+", " "));
    }

    private void options(CommandSpec command) {
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            if (!parameter.hidden()) {
                item(parameter.paramLabel(), described(parameter));
            }
        }
        for (OptionSpec option : command.options()) {
            boolean everywhere = option.usageHelp() || option.versionHelp() || option.inherited();
            if (!option.hidden() && (command == top || !everywhere)) {
                String label = option.arity().max() > 0 ? " " + option.paramLabel() : "";
                item(String.join(", ", option.names()) + label, described(option));
            }
        }
    }

    private void item(String term, String text) {
        macro("TP");
        page.append(".B ").append(escaped(term)).append('\n');
        text(text);
    }

    private void examples(String before, String[] footer) {
        List<String> lines = new ArrayList<>();
        for (String line : footer) {
            lines.add(plain(line));
        }
        if (lines.stream().allMatch(String::isBlank)) {
            return;
        }
        macro(before);
        macro("nf");
        lines.forEach(line -> page.append(line.isBlank() ? "" : escaped(line) + "\n"));
        macro("fi");
    }

    private void paragraphs(String[] texts) {
        for (int i = 0; i < texts.length; i++) {
            if (i > 0) {
                macro("PP");
            }
            text(plain(texts[i]));
        }
    }

    private static String described(ArgSpec argument) {
        return plain(String.join(" ", argument.description()));
    }

    private static String firstSentence(CommandSpec command) {
        String[] description = command.usageMessage().description();
        return description.length == 0 ? "" : plain(description[0]).replaceFirst("\\.$", "");
    }

    /** Picocli takes a help text as a format. Some texts are formatted already. */
    private static String plain(String text) {
        return text.replace("%n", "\n").replace("%%", "%");
    }

    private void macro(String macro) {
        page.append('.').append(macro).append('\n');
    }

    private void text(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        if (!line.isEmpty()) {
            page.append(escaped(line)).append('\n');
        }
    }

    private static String quoted(String text) {
        return "\"" + escaped(text).replace("\"", "\\(dq") + "\"";
    }

    /** Escapes backslashes, points and quotes at the beginning of a line, and hyphens, so that man takes them as text. */
    private static String escaped(String text) {
        String safe = text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("~", "\\(ti")
                .replace("^", "\\(ha");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
