package io.fairway.client.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway completion}: prints a script by which a shell completes commands, options and their values. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a completion script for bash, zsh or fish.",
        footer = {
            "",
            "Examples:",
            "  source <(fairway completion bash)       # in ~/.bashrc",
            "  source <(fairway completion zsh)        # in ~/.zshrc",
            "  fairway completion fish > ~/.config/fish/completions/fairway.fish"
        })
public final class CompletionCommand implements Callable<Integer> {
    private enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /** What picocli's script cannot know: names that the server has. */
    private static String names() {
        try (InputStream in = Objects.requireNonNull(CompletionCommand.class.getResourceAsStream("names.bash"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (shell == Shell.FISH) {
            out.print(FishScript.of(spec.root()));
            out.flush();
            return 0;
        }
        if (shell == Shell.ZSH) {
            // The script below is for bash. Zsh runs it by its own adapter, which needs its completion system.
            out.println("autoload -Uz compinit && compinit");
        }
        out.print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        if (shell == Shell.BASH) {
            out.println();
            out.print(names());
        }
        out.flush();
        return 0;
    }
}
