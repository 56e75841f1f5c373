package io.fairway.client.command;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completions of all commands and options in fish's own words: {@code complete -c fairway ...}. */
final class FishScript {
    private final String program;
    private final StringBuilder script = new StringBuilder();

    private FishScript(String program) {
        this.program = program;
    }

    /** The script of a program. */
    static String of(CommandSpec root) {
        FishScript fish = new FishScript(root.name());
        fish.add("-f");
        fish.commands(root, List.of());
        return fish.script.toString();
    }

    private void commands(CommandSpec above, List<String> path) {
        options(above, path);
        Map<String, CommandSpec> shown = new LinkedHashMap<>();
        above.subcommands().forEach((name, below) -> {
            if (!below.getCommandSpec().usageMessage().hidden()) {
                shown.put(name, below.getCommandSpec());
            }
        });
        // A command is wanted after those above it, until one of its own level is there.
        String until = path.isEmpty()
                ? "__fish_use_subcommand"
                : seen(path) + "; and not " + seen(List.copyOf(shown.keySet()));
        shown.forEach((name, below) -> {
            add("-n '" + until + "' -a " + name
                    + description(below.usageMessage().description()));
            List<String> further = new ArrayList<>(path);
            further.add(name);
            commands(below, further);
        });
    }

    private void options(CommandSpec command, List<String> path) {
        String when = path.isEmpty()
                ? "__fish_use_subcommand"
                : path.stream().map(word -> seen(List.of(word))).collect(Collectors.joining("; and "));
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                add("-n '" + when + "'" + names(option) + value(option) + description(option.description()));
            }
        }
        for (ArgSpec parameter : command.positionalParameters()) {
            if (parameter.completionCandidates() != null) {
                add("-n '" + when + "'" + value(parameter));
            }
        }
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            String word = name.replaceFirst("^-+", "");
            names.append(name.startsWith("--") ? " -l " : word.length() == 1 ? " -s " : " -o ")
                    .append(word);
        }
        return names.toString();
    }

    /** What may follow: one of some words, a file, or anything. */
    private static String value(ArgSpec argument) {
        if (argument.arity().max() == 0) {
            return "";
        }
        if (argument.completionCandidates() != null) {
            List<String> words = new ArrayList<>();
            argument.completionCandidates().forEach(words::add);
            return " -x -a '" + String.join(" ", words) + "'";
        }
        boolean isFile = argument.type().equals(Path.class) || argument.type().equals(File.class);
        return isFile ? " -r -F" : argument.arity().min() == 0 ? "" : " -x";
    }

    private static String seen(List<String> words) {
        return "__fish_seen_subcommand_from " + String.join(" ", words);
    }

    private static String description(String[] texts) {
        if (texts.length == 0) {
            return "";
        }
        String text = texts[0].replace("%%", "%").replace("\\", "\\\\").replace("'", "\\'");
        return " -d '" + text + "'";
    }

    private void add(String rest) {
        script.append("complete -c ").append(program).append(' ').append(rest).append('\n');
    }
}
