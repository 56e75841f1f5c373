package io.fairway.system.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The commands of a section of a page under docs/, pasted into one shell from top to bottom. The shell waits for what it started
 * in the background; closing this ends all of it.
 */
final class PastedPage implements AutoCloseable {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final long PATIENCE_SECONDS = 120;

    private final Path output;
    private final Process shell;

    private PastedPage(Path output, Process shell) {
        this.output = output;
        this.shell = shell;
    }

    /**
     * The indented blocks below a heading.
     *
     * @param page its path in the project
     * @param heading the line of the heading
     */
    static List<String> blocks(String page, String heading) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        boolean inside = false;
        for (String line : lines(ROOT.resolve(page))) {
            if (line.startsWith("#")) {
                inside = line.equals(heading);
            }
            if (inside && line.startsWith("    ")) {
                block.append(line.strip()).append('\n');
            } else if (!block.isEmpty()) {
                blocks.add(block.toString());
                block.setLength(0);
            }
        }
        return blocks;
    }

    /**
     * Pastes commands.
     *
     * @param folder the working directory; {@code ./fairway} is there
     * @param places what the page's own addresses and paths are here
     */
    static PastedPage paste(
            Path folder, List<String> blocks, Map<String, String> places, Map<String, String> environment) {
        String commands = String.join("", blocks);
        for (Map.Entry<String, String> place : places.entrySet()) {
            if (!commands.contains(place.getKey())) {
                throw new IllegalArgumentException("no command has " + place.getKey() + ":\n" + commands);
            }
            commands = commands.replace(place.getKey(), place.getValue());
        }
        try {
            Path fairway = folder.resolve("fairway");
            if (!Files.exists(fairway)) {
                Files.createSymbolicLink(fairway, ROOT.resolve("fairway"));
            }
            Path script = Files.createTempFile(folder, "pasted-", ".sh");
            Files.writeString(script, "set -e\n" + commands + "echo \"pasted: $SECONDS s\"\nwait\n");
            Path output = Path.of(script + ".out");
            ProcessBuilder builder = new ProcessBuilder("bash", script.toString())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            return new PastedPage(output, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot paste into " + folder, e);
        }
    }

    /**
     * Whether all commands were given, and those in the foreground ended well.
     *
     * @throws IllegalStateException if one of them failed
     */
    boolean isPasted() {
        String printed = printed();
        if (!shell.isAlive() && shell.exitValue() != 0) {
            throw new IllegalStateException("status " + shell.exitValue() + ":\n" + printed);
        }
        return printed.contains("pasted: ");
    }

    /** What all of it printed. */
    String printed() {
        return String.join("\n", lines(output));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** As Ctrl-C does: everything that it started is asked to end. */
    @Override
    public void close() {
        List<ProcessHandle> started = shell.descendants().toList();
        started.forEach(ProcessHandle::destroy);
        try {
            if (!shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                started.forEach(ProcessHandle::destroyForcibly);
                shell.destroyForcibly();
                throw new IllegalStateException("did not end:\n" + printed());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
