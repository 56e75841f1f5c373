package io.fairway.app.cli;

import io.fairway.app.audit.Finding;
import io.fairway.app.audit.LogReader;
import io.fairway.app.audit.SiteAudit;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fairway audit}: whether this site was charged wrongly, by what its topics still show. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = {
            "Look in the topics for traces of what charged usage wrongly before: events that an older version charged"
                    + " twice, records that the registry made unreadable, clocks that were off. Changes nothing.",
            "Takes the configuration of 'serve'. Reads events, samples, tables, usage and dead letters once."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no trace", "1:a trace was found", "2:wrong command line"},
        footer = {"", "docs/operations.md says how to rebuild."})
public final class AuditCommand implements Callable<Integer> {
    @Mixin
    private ConfigOptions config = new ConfigOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        FairwayConfig settings = config.read();
        SiteAudit audit = new SiteAudit(
                settings.topics(),
                settings.serdes(),
                settings.engine().horizonMillis(),
                settings.getLong(FairwayConfig.TIME_SKEW));
        PrintWriter err = spec.commandLine().getErr();
        try (LogReader reader = new LogReader(settings.consumer())) {
            for (Topic topic : SiteAudit.TOPICS) {
                for (String name : settings.topics().names(topic)) {
                    long records = reader.read(name, audit::take);
                    err.printf("read %s: %,d records%n", name, records);
                    err.flush();
                }
            }
        }
        return print(audit.findings());
    }

    private int print(List<Finding> findings) {
        PrintWriter out = spec.commandLine().getOut();
        for (Finding finding : findings) {
            out.printf("%,8d  %s%n", finding.count(), finding.what());
            if (finding.count() > 0) {
                out.printf("          %s%n", finding.meaning());
                finding.examples().forEach(example -> out.printf("          such as %s%n", example));
            }
        }
        long found = findings.stream().filter(finding -> finding.count() > 0).count();
        out.println();
        out.println(
                found == 0
                        ? "No trace of wrong usage in what the topics still hold."
                        : "Usage may be wrong. A rebuild computes it again from the topics: docs/operations.md, \"Rebuild\".");
        out.flush();
        return found == 0 ? 0 : 1;
    }
}
