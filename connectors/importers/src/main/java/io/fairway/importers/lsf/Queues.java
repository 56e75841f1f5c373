package io.fairway.importers.lsf;

import io.fairway.avro.LsfQueue;
import io.fairway.importers.ImportReport;
import io.fairway.importers.Keywords;
import io.fairway.importers.Place;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The queues of lsb.queues.
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.queues.
 */
final class Queues {
    private static final Keywords KNOWN = Keywords.of("lsb.queues.txt");
    private static final Pattern USER_SHARES = Pattern.compile("(?is)USER_SHARES\\s*\\[(.*)]");

    private final List<LsfQueue> queues = new ArrayList<>();
    private final Map<String, Section.Row> rows = new LinkedHashMap<>();
    private final Map<String, List<ShareAssignment>> shares = new LinkedHashMap<>();
    private final ImportReport report;

    Queues(ImportReport report) {
        this.report = report;
    }

    List<LsfQueue> queues() {
        return queues;
    }

    /** FAIRSHARE of a queue by its name, in the order of the queues. */
    Map<String, List<ShareAssignment>> shares() {
        return shares;
    }

    /** The place of a keyword of a queue; the place of the queue for a missing keyword. */
    @Nullable
    Place place(String queue, String keyword) {
        Section.Row row = rows.get(queue);
        if (row == null) {
            return null;
        }
        Section.Value value = row.find(keyword);
        return value == null ? row.place() : value.place();
    }

    /** The keywords of a queue. */
    List<String> keywords(String queue) {
        Section.Row row = rows.get(queue);
        return row == null ? List.of() : List.copyOf(row.values().keySet());
    }

    void take(Section.Row row, Hosts hosts) {
        String name = row.text("QUEUE_NAME");
        if (name.isEmpty()) {
            report.error(row.place(), "section Queue: must have a QUEUE_NAME");
            return;
        }
        if (rows.putIfAbsent(name, row) != null) {
            report.error(row.place(), "queue " + name + ": must be defined only once");
            return;
        }
        if (row.find("FAIRSHARE") != null) {
            shares.put(name, assignments(row));
        }
        String order = row.text("DISPATCH_ORDER");
        if (!order.isEmpty() && !order.equals("QUEUE")) {
            report.error(place(name, "DISPATCH_ORDER"), "DISPATCH_ORDER \"" + order + "\": must be QUEUE");
        }
        Section.Value aps = row.find("APS_PRIORITY");
        if (aps != null) {
            report.attempt(aps.place(), () -> ApsParameters.parse(aps.text()));
        }
        queues.add(LsfQueue.newBuilder()
                .setName(name)
                .setPriority(or(row, "PRIORITY", text -> LsfWords.whole("PRIORITY", text, 1, Integer.MAX_VALUE), 1L))
                .setFairshare(row.find("FAIRSHARE") != null)
                .setFairshareQueues(names(row.text("FAIRSHARE_QUEUES")))
                .setDispatchOrderQueue(order.equals("QUEUE"))
                .setParameters(parameters(name, row))
                .setApsPriority(aps == null ? null : aps.text())
                .setQueueGroup(names(row.text("QUEUE_GROUP")))
                .setHosts(List.copyOf(hosts.resolve(row.find("HOSTS"), row.place())))
                .setSlotPool(text(row, "SLOT_POOL"))
                .setSlotShare(maybe(row, "SLOT_SHARE", text -> LsfWords.whole("SLOT_SHARE", text, 1, 100)))
                .setMaxSlotsInPool(maybe(
                        row,
                        "MAX_SLOTS_IN_POOL",
                        text -> LsfWords.whole("MAX_SLOTS_IN_POOL", text, 0, Integer.MAX_VALUE)))
                .setUsePriorityInPool(
                        maybe(row, "USE_PRIORITY_IN_POOL", text -> LsfWords.yes("USE_PRIORITY_IN_POOL", text)))
                .setJobLimit(maybe(row, "QJOB_LIMIT", text -> LsfWords.whole("QJOB_LIMIT", text, 0, Integer.MAX_VALUE)))
                .setProcessorLimit(
                        row.find("TASKLIMIT") != null
                                ? maybe(row, "TASKLIMIT", text -> LsfWords.most("TASKLIMIT", text))
                                : maybe(row, "PROCLIMIT", text -> LsfWords.most("PROCLIMIT", text)))
                .setRunLimitMinutes(maybe(row, "RUNLIMIT", LsfWords::runLimit))
                .setChunkJobSize(maybe(
                        row, "CHUNK_JOB_SIZE", text -> LsfWords.whole("CHUNK_JOB_SIZE", text, 1, Integer.MAX_VALUE)))
                .build());
    }

    private List<ShareAssignment> assignments(Section.Row row) {
        Section.Value setting = row.find("FAIRSHARE");
        if (setting == null) {
            return List.of();
        }
        Matcher match = USER_SHARES.matcher(setting.text());
        if (!match.matches()) {
            report.error(
                    setting.place(), "FAIRSHARE \"" + setting.text() + "\": must be USER_SHARES[[name, shares] ...]");
            return List.of();
        }
        String text = String.valueOf(match.group(1));
        return report.checked(setting.place(), () -> ShareAssignment.parse(text), List.<ShareAssignment>of());
    }

    private Map<String, String> parameters(String queue, Section.Row row) {
        Map<String, String> parameters = new LinkedHashMap<>();
        row.values().forEach((keyword, value) -> {
            if (ClusterParameters.isDynamic(keyword)) {
                boolean fits = report.checked(
                        value.place(),
                        () -> {
                            LsfSettings.ofQueue(queue, Map.of(keyword, value.text()));
                            return true;
                        },
                        false);
                if (fits) {
                    parameters.put(keyword, value.text());
                }
            } else if (KNOWN.knows(keyword)) {
                if (!TAKEN.contains(keyword)) {
                    report.unused(value.place(), keyword);
                }
            } else {
                report.warning(value.place(), keyword + " is unknown in a Queue of lsb.queues");
            }
        });
        return parameters;
    }

    private static final List<String> TAKEN = List.of(
            "QUEUE_NAME",
            "PRIORITY",
            "FAIRSHARE",
            "FAIRSHARE_QUEUES",
            "DISPATCH_ORDER",
            "APS_PRIORITY",
            "QUEUE_GROUP",
            "HOSTS",
            "SLOT_POOL",
            "SLOT_SHARE",
            "MAX_SLOTS_IN_POOL",
            "USE_PRIORITY_IN_POOL",
            "QJOB_LIMIT",
            "TASKLIMIT",
            "PROCLIMIT",
            "RUNLIMIT",
            "CHUNK_JOB_SIZE");

    private static @Nullable String text(Section.Row row, String keyword) {
        Section.Value value = row.find(keyword);
        return value == null ? null : value.text();
    }

    private static List<String> names(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("[\\s,]+"));
    }

    private <T> T or(Section.Row row, String keyword, Function<String, T> read, T otherwise) {
        T value = maybe(row, keyword, read);
        return value == null ? otherwise : value;
    }

    private <T> @Nullable T maybe(Section.Row row, String keyword, Function<String, T> read) {
        Section.Value value = row.find(keyword);
        return value == null ? null : report.attempt(value.place(), () -> read.apply(value.text()));
    }
}
