package io.fairway.app.cli;

import io.fairway.app.audit.Finding;
import io.fairway.app.audit.SiteAudit;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.program.TopicLog;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
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
                    + " twice or read otherwise, records that the registry made unreadable, clocks that were off. Changes"
                    + " nothing.",
            "Takes the configuration of 'serve'. Reads events, samples, tables, usage and dead letters once."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no trace", "1:a trace was found", "2:wrong command line"},
        footer = {"", "docs/trouble.md says what to do about each trace."})
public final class AuditCommand implements Callable<Integer> {
    private static final TopicLog.Format<byte[], byte[]> BYTES =
            new TopicLog.Format<>(new ByteArrayDeserializer(), new ByteArrayDeserializer());

    @Mixin
    private ConfigOptions config = new ConfigOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        FairwayConfig settings = config.reach();
        SiteAudit audit = new SiteAudit(
                settings.topics(),
                settings.serdes(),
                settings.engine().horizonMillis(),
                settings.getLong(FairwayConfig.TIME_SKEW));
        SiteAudit.TOPICS.forEach(
                topic -> settings.topics().names(topic).forEach(name -> read(name, settings, audit::take)));
        return print(audit.findings());
    }

    private void read(String topic, FairwayConfig settings, Consumer<ConsumerRecord<byte[], byte[]>> taken) {
        PrintWriter err = spec.commandLine().getErr();
        LongAdder records = new LongAdder();
        try {
            TopicLog.read(topic, settings.consumer(), BYTES, null, record -> {
                taken.accept(record);
                records.increment();
            });
            err.printf("read %s: %,d records%n", topic, records.sum());
        } catch (IllegalStateException missing) {
            err.println(missing.getMessage());
        }
        err.flush();
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
                        : "Usage may be wrong. docs/trouble.md, \"Was this site charged wrongly?\", says what to do"
                                + " about each.");
        out.flush();
        return found == 0 ? 0 : 1;
    }
}
