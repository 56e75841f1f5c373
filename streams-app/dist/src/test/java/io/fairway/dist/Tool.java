package io.fairway.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A program of the machine, and what it printed. */
record Tool(int exit, String out) {
    /** Runs a program that succeeds. Without it, the test is skipped; in CI it fails. */
    static List<String> lines(String... command) throws IOException, InterruptedException {
        Tool tool = run(Map.of(), command);
        assertThat(tool.exit).as("%s%n%s", Arrays.asList(command), tool.out).isZero();
        return tool.out.lines().toList();
    }

    /** Runs a program; its standard error follows in {@link #out}. */
    static Tool run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        require(command[0]);
        Path out = Files.createTempFile("tool", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
            builder.environment().putAll(environment);
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .start();
            return new Tool(process.waitFor(), Files.readString(out, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
        }
    }

    private static void require(String program) {
        boolean there = program.contains("/")
                || Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
        if ("true".equals(System.getenv("CI"))) {
            assertThat(there).as("%s is on the PATH", program).isTrue();
        }
        assumeTrue(there, () -> program + " is not on the PATH");
    }
}
