package io.fairway.agent;

import io.fairway.agent.cgroup.CgroupMeter;
import io.fairway.agent.cgroup.CgroupReading;
import io.fairway.agent.cgroup.CgroupWalk;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fairway agent find}: prints the jobs that the patterns find, to try a configuration. */
@Command(
        name = "find",
        mixinStandardHelpOptions = true,
        description = {
            "Print the jobs with control groups on this host, and what they used. Sends nothing, and needs no broker.",
            "docs/agent.md lists the keys without an option.",
            ""
        })
final class AgentFindCommand implements Callable<Integer> {
    @Mixin
    private AgentOptions options = new AgentOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        AgentConfig config = options.configWithoutBroker(spec);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Path root = config.places().cgroups();
        CgroupWalk.Found found = new CgroupWalk(root, config.patterns()).find();
        CgroupMeter meter = new CgroupMeter(root, problem -> err.println("fairway agent: " + problem));
        out.printf(
                "%-20s %12s %12s %12s %12s  %s%n",
                "JOB", "CPU S", "MEMORY MB", "READ MB", "WRITTEN MB", "CONTROL GROUP");
        found.jobs()
                .forEach((job, paths) -> paths.forEach(path -> {
                    CgroupReading used = meter.read(path);
                    Double cpu = used.cpuSeconds();
                    out.printf(
                            "%-20s %12s %12s %12s %12s  %s%n",
                            job,
                            cpu == null ? "-" : String.format("%.3f", cpu),
                            mebi(used.memoryBytes()),
                            mebi(used.readBytes()),
                            mebi(used.writtenBytes()),
                            path);
                }));
        found.problems().forEach(problem -> err.println("fairway agent: " + problem));
        out.flush();
        return found.problems().isEmpty() ? 0 : 1;
    }

    private static String mebi(@Nullable Long bytes) {
        return bytes == null ? "-" : String.format("%.1f", bytes / (double) (1 << 20));
    }
}
