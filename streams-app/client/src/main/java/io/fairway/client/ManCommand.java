package io.fairway.client;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fairway man}: the manual page. */
@Command(
        name = "man",
        mixinStandardHelpOptions = true,
        description = "Print the manual page of all commands, for man and groff.",
        footer = {"", "Examples:", "  fairway man > fairway.1 && man -l fairway.1"})
public final class ManCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(new ManPage(spec.root()).text());
        out.flush();
        return 0;
    }
}
