package io.fairway.importers.lsf;

import io.fairway.avro.LsfQueue;
import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.cluster.LsfCluster;
import io.fairway.schedulers.lsf.cluster.LsfClusterCheck;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reports the settings that LSF does not allow together, at the line of one of the two; and the factors in force for
 * each queue.
 */
final class ClusterChecks {
    private ClusterChecks() {}

    static void check(
            Queues queues,
            Map<String, Set<String>> hostPartitions,
            Hosts hosts,
            ClusterParameters parameters,
            ImportReport report) {
        List<io.fairway.schedulers.lsf.cluster.LsfQueue> checked = new ArrayList<>();
        queues.queues().forEach(queue -> checked.add(inCore(queue)));
        String most = parameters.values().get("MAX_USER_PRIORITY");
        LsfCluster cluster = new LsfCluster(
                checked,
                hostPartitions,
                hosts.limited(),
                DynamicPriorityParameters.of(parameters.settings(), LsfSettings.NONE),
                most == null ? null : (Long) Long.parseLong(most),
                parameters.values().containsKey("JOB_PRIORITY_OVER_TIME"),
                parameters.values().containsKey("EXPIRED_TIME"),
                "Y".equals(parameters.values().get("RELAX_JOB_DISPATCH_ORDER")));
        for (LsfProblem problem : LsfClusterCheck.check(cluster)) {
            Place place = place(problem.message(), queues, parameters);
            if (problem.severity() == LsfProblem.Severity.ERROR) {
                report.error(place, problem.message());
            } else {
                report.warning(place, problem.message());
            }
        }
    }

    /** Every parameter with its value and source: one line for all queues with equal values. */
    static void table(Queues queues, ClusterParameters parameters, ImportReport report) {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        for (LsfQueue queue : queues.queues()) {
            DynamicPriorityParameters inForce = DynamicPriorityParameters.of(
                    parameters.settings(), LsfSettings.ofQueue(queue.getName(), queue.getParameters()));
            List<String> words = new ArrayList<>();
            for (LsfParameter parameter : LsfParameter.values()) {
                String from = queue.getParameters().containsKey(parameter.name())
                        ? " (queue)"
                        : parameters.values().containsKey(parameter.name()) ? " (cluster)" : "";
                words.add(parameter.name() + " " + parameter.write(inForce.value(parameter)) + from);
            }
            lines.computeIfAbsent(String.join(", ", words), same -> new ArrayList<>())
                    .add(queue.getName());
        }
        lines.forEach((line, names) ->
                report.table((names.size() == 1 ? "queue " : "queues ") + String.join(", ", names) + ": " + line));
    }

    private static io.fairway.schedulers.lsf.cluster.LsfQueue inCore(LsfQueue queue) {
        String aps = queue.getApsPriority();
        @Nullable ApsParameters parameters;
        try {
            parameters = aps == null ? null : ApsParameters.parse(aps);
        } catch (IllegalArgumentException told) {
            parameters = null;
        }
        return new io.fairway.schedulers.lsf.cluster.LsfQueue(
                queue.getName(),
                queue.getPriority(),
                Set.copyOf(queue.getHosts()),
                queue.getFairshare(),
                queue.getFairshareQueues(),
                queue.getDispatchOrderQueue(),
                parameters,
                List.of(),
                new io.fairway.schedulers.lsf.cluster.LsfQueue.Pool(
                        queue.getSlotPool(),
                        queue.getSlotShare(),
                        queue.getMaxSlotsInPool(),
                        queue.getUsePriorityInPool()));
    }

    /** The place of the first parameter in a message, in the queue that the message names first, or in the cluster. */
    private static @Nullable Place place(String message, Queues queues, ClusterParameters parameters) {
        for (LsfQueue queue : queues.queues()) {
            if (message.startsWith("queue " + queue.getName() + ":")) {
                for (String keyword : queues.keywords(queue.getName())) {
                    if (names(message, keyword)) {
                        return queues.place(queue.getName(), keyword);
                    }
                }
                return queues.place(queue.getName(), "");
            }
        }
        for (String keyword : parameters.values().keySet()) {
            if (names(message, keyword)) {
                return parameters.place(keyword);
            }
        }
        for (LsfQueue queue : queues.queues()) {
            String pool = queue.getSlotPool();
            if (pool != null && message.contains("SLOT_POOL " + pool + ":")) {
                return queues.place(queue.getName(), "SLOT_POOL");
            }
        }
        return null;
    }

    private static boolean names(String message, String keyword) {
        return Pattern.compile("(?<![A-Z_])" + Pattern.quote(keyword) + "(?![A-Z_])")
                .matcher(message)
                .find();
    }
}
