package io.fairway.bench;

import io.fairway.bench.bed.BenchServers;
import io.fairway.bench.bed.EmbeddedServers;
import io.fairway.bench.report.BenchReport;
import io.fairway.bench.report.CostPicture;
import io.fairway.bench.report.Findings;
import io.fairway.bench.report.Quietness;
import io.fairway.bench.section.Bench;
import io.fairway.bench.section.SectionName;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway bench}: Fairway against what Kafka itself takes, on this machine, as a table of goals. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure Fairway against what Kafka itself takes for the same records on the same machine. Broker, registry"
                    + " and everything that is measured start and end with the command, on the loopback interface.",
            "",
            "Processor time is that of a whole process, its garbage collection included and its compiler left out,"
                    + " after the first part of a backlog, in which it compiles. Floors and Fairway run one after the other in each run; the"
                    + " table has the medians of all runs, and the median of their ratios.",
            ""
        },
        footer = {
            "",
            "Judge only figures of a quiet machine. The table says when the load was high before, or a fixed"
                    + " calculation was slower at the end than at the start. Figures of a first run are worse: give --runs"
                    + " 5.",
            "",
            "Examples:",
            "  The table at its usual sizes, in some 20 minutes:",
            "    fairway bench",
            "  Whether it works, in two minutes:",
            "    fairway bench pipeline latency --scale 0.1",
            "  The cost of an event by the number of associations, as a picture:",
            "    fairway bench pipeline --associations 1000,10000,100000 --svg cost.svg",
            "  What questions for another request of a job cost, and do to the stream:",
            "    fairway bench whatif",
            "  250,000 associations and 25,000 waiting jobs:",
            "    fairway bench million --scale 0.25",
            "  Two million jobs:",
            "    fairway bench year --scale 0.1",
            "  A trace of your own:",
            "    fairway bench trace --trace lcg.swf.gz"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured; a missed goal is in the table and no failure",
            "1:a section failed; the table has the others",
            "2:wrong command line"
        })
public final class BenchCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SECTION",
            arity = "0..*",
            description =
                    "What to measure: ${COMPLETION-CANDIDATES}. Default: all but whatif, million, year and trace.")
    private List<SectionName> sections = List.of();

    @Option(names = "--runs", paramLabel = "N", description = "Run all sections so many times. Default: 1.")
    private int runs = 1;

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            description = "Multiply jobs, associations and seconds by this. Default: 1.")
    private double scale = 1;

    @Option(
            names = "--associations",
            paramLabel = "N,...",
            split = ",",
            description =
                    "Associations instead of the usual number of a section; several are the sizes of the picture.")
    private List<Integer> associations = List.of();

    @Option(names = "--trace", paramLabel = "FILE", description = "The file of section trace, such as an SWF file.")
    private @Nullable Path trace;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the table to this file as JSON, with all runs.")
    private @Nullable Path json;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Write a picture of cost against associations to this file.")
    private @Nullable Path svg;

    private BenchServers.Opener opener = EmbeddedServers::start;

    /** Takes other servers than those that it would start. */
    public void on(BenchServers.Opener others) {
        opener = others;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        List<SectionName> wanted = sections.isEmpty() ? SectionName.USUAL : sections;
        check(wanted);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Findings findings = new Findings();
        Bench bench = new Bench(opener, findings, line -> say(err, line), scale, associations, trace);
        List<String> failures = new ArrayList<>();
        Quietness start = Quietness.probe();
        for (int run = 1; run <= runs; run++) {
            for (SectionName section : wanted) {
                say(
                        err,
                        String.format(
                                Locale.ROOT,
                                "%s, run %d of %d, load %.2f",
                                section,
                                run,
                                runs,
                                Quietness.probe().load()));
                try {
                    section.section().run(bench);
                } catch (RuntimeException e) {
                    failures.add(section + ", run " + run + ": " + e.getMessage());
                    say(err, failures.get(failures.size() - 1));
                }
            }
        }
        String machine = Runtime.getRuntime().availableProcessors() + " processors, Java "
                + System.getProperty("java.vm.version") + ", scale " + scale + ", " + runs
                + (runs == 1 ? " run" : " runs");
        BenchReport report = new BenchReport(machine, start, Quietness.probe(), findings.rows());
        report.print(out);
        failures.forEach(failure -> out.println("FAILED: " + failure));
        out.flush();
        if (json != null) {
            try (BufferedWriter writer = Files.newBufferedWriter(json)) {
                report.write(writer);
            }
        }
        if (svg != null) {
            Files.writeString(svg, CostPicture.svg(findings.curves()));
        }
        return failures.isEmpty() ? 0 : 1;
    }

    private void check(List<SectionName> wanted) {
        if (runs < 1) {
            throw misuse("--runs " + runs + ": must be 1 or more");
        }
        if (!(scale > 0 && scale <= 100)) {
            throw misuse("--scale " + scale + ": must be above 0, and 100 at most");
        }
        for (int size : associations) {
            if (size < 1) {
                throw misuse("--associations " + size + ": must be 1 or more");
            }
        }
        if (wanted.contains(SectionName.TRACE) && (trace == null || !Files.isReadable(trace))) {
            throw misuse(trace == null ? "section trace: needs --trace FILE" : "--trace " + trace + ": cannot be read");
        }
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw misuse("bench reads processor times from /proc, as Linux has it; this system has none");
        }
    }

    private ParameterException misuse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static void say(PrintWriter err, String line) {
        err.println("bench: " + line);
        err.flush();
    }
}
