package io.fairway.scenario.lsf;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.lsf.aps.ApsEvent;
import io.fairway.schedulers.lsf.aps.ApsRequest;
import io.fairway.schedulers.lsf.aps.ApsState;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.queue.ChunkJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A waiting job of a scenario:
 *
 * <pre>{@code
 * jobs:
 *   "101": {user: anna, queue: normal, submitted: 2026-11-21T10:00:00Z, slots: 4, priority: 50}   # bsub -sp
 *   "102": {user: ben, queue: normal, submitted: 2026-11-21T10:00:00Z, processors: 2, max-processors: 8, memory: 4096,
 *           swap: 100, admin: 10, resizable: yes, resize-max: 16, resize-at: 2026-11-21T11:30:00Z,
 *           events: [{is: start, at: 2026-11-21T10:30:00Z}, {is: rerun, at: 2026-11-21T11:00:00Z}]}
 * }</pre>
 *
 * <p>{@code admin} and {@code system} (bmod -aps) hold from the time when the job was first pending. Later changes are events:
 * {@code {is: admin, value: 10, at: ...}}.
 *
 * @param accounts share accounts in which it can run; empty in a scenario without shares
 * @param fairshare FS, if given; {@code null} = that of the account
 * @param resized the pending resize request of the job; {@code null} = none
 * @param asking the state of the resize request
 * @param top whether btop moved it to the front
 * @param chunk what decides who may be in one chunk with it
 */
record LsfJob(
        String name,
        String queue,
        List<Integer> accounts,
        long submitted,
        long slots,
        double committed,
        double priority,
        ApsState state,
        ApsRequest request,
        @Nullable ApsRequest resized,
        ApsState asking,
        @Nullable Double fairshare,
        boolean top,
        ChunkJob chunk) {
    static List<LsfJob> read(
            YamlMap scenario, LsfPolicy policy, LsfQueues queues, @Nullable LsfShares shares, long at) {
        List<LsfJob> jobs = new ArrayList<>();
        scenario.entries("jobs").forEach((name, yaml) -> jobs.add(read(name, yaml.map(), policy, queues, shares, at)));
        return jobs;
    }

    private static LsfJob read(
            String name, YamlMap yaml, LsfPolicy policy, LsfQueues queues, @Nullable LsfShares shares, long at) {
        String queue =
                queues.cluster().queues().isEmpty() ? "" : yaml.get("queue").text();
        LsfQueue ofJob = queues.find(queue);
        if (!queue.isEmpty() && ofJob == null) {
            throw yaml.get("queue").wrong("is not a queue of the scenario");
        }
        List<Integer> accounts = shares == null ? List.of() : shares.accounts(yaml);
        long submitted = yaml.instant("submitted", at);
        Long asked = LsfPolicy.maybe(yaml, "priority", YamlValue::whole);
        boolean administrator = yaml.yes("administrator", false);
        boolean resizable = yaml.yes("resizable", yaml.has("resize-max"));
        double priority = yaml.checked(() -> policy.jobPriority().submitted(asked, administrator));
        ApsState state = bmod(ApsState.submitted(submitted, priority), yaml);
        for (YamlValue event : yaml.list("events")) {
            state = happened(state, event, resizable, policy.events(), at);
        }
        ApsRequest request = request(yaml, ofJob, queues);
        LsfJob job = new LsfJob(
                name,
                queue,
                accounts,
                submitted,
                yaml.whole("slots", (long) request.processors()),
                yaml.number("committed-hours", 0),
                policy.jobPriority().escalated(priority, state.escalated(at)),
                state,
                request,
                yaml.has("resize-max") ? request.resized(yaml.whole("resize-max", 1)) : null,
                asking(state, yaml, at),
                LsfPolicy.maybe(yaml, "fairshare", YamlValue::number),
                yaml.yes("top", false),
                chunk(name, yaml, queue, priority));
        if (job.fairshare != null && shares != null) {
            throw yaml.get("fairshare").wrong("must not be given: the share accounts of the scenario give it");
        }
        yaml.done();
        return job;
    }

    /** The job as a member of a chunk: everything that it requests is its resource requirement, with {@code resources}. */
    private static ChunkJob chunk(String name, YamlMap yaml, String queue, double priority) {
        StringBuilder requirement = new StringBuilder(yaml.text("resources", ""));
        for (String key : List.of("processors", "max-processors", "memory", "swap")) {
            requirement.append('\n').append(yaml.number(key, 0));
        }
        String hosts = String.join(" ", LsfScopeSection.names(yaml.list("hosts")));
        String application = yaml.text("application", "");
        return new ChunkJob(name, yaml.text("user", ""), requirement.toString(), hosts, queue, application, priority);
    }

    /** A request without a time waits like its job does, and that of a running job since now. */
    private static ApsState asking(ApsState state, YamlMap yaml, long at) {
        if (!yaml.has("resize-at")) {
            return state.pendingSince() == null ? state.asking(at) : state;
        }
        long since = yaml.get("resize-at").instant();
        if (!yaml.has("resize-max") || state.pendingSince() != null || since < state.submitted() || since > at) {
            throw yaml.get("resize-at")
                    .wrong("must be the time of a resize-max of a running job, between submitted and the instant of the"
                            + " scenario");
        }
        return state.asking(since);
    }

    private static ApsState bmod(ApsState state, YamlMap yaml) {
        if (yaml.has("system") && yaml.has("admin")) {
            throw yaml.get("system").wrong("cannot stand beside admin: only the last bmod -aps counts");
        }
        if (yaml.has("system")) {
            return yaml.get("system").checked(() -> state.withSystem(yaml.number("system", 0), true));
        }
        return yaml.has("admin")
                ? yaml.get("admin").checked(() -> state.withAdmin(yaml.number("admin", 0), true))
                : state;
    }

    /** One of the events of {@link ApsEvent}, or a change by an administrator. */
    private static ApsState happened(
            ApsState state, YamlValue element, boolean resizable, ApsEvent.Settings settings, long at) {
        YamlMap yaml = element.map();
        String what = yaml.get("is").text();
        long time = yaml.get("at").instant();
        if (time < state.submitted() || time > at) {
            throw yaml.get("at").wrong("must be between submitted and the instant of the scenario");
        }
        ApsState after = element.checked(() -> switch (what) {
            case "system" -> state.withSystem(yaml.get("value").number(), true);
            case "admin" -> state.withAdmin(yaml.get("value").number(), true);
            case "no-aps" -> state.withoutApsValues();
            default -> event(yaml.get("is")).apply(state, time, resizable, settings);
        });
        yaml.done();
        return after;
    }

    private static ApsEvent event(YamlValue yaml) {
        List<String> words = new ArrayList<>();
        for (ApsEvent event : ApsEvent.values()) {
            String word = event.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (word.equals(yaml.text())) {
                return event;
            }
            words.add(word);
        }
        throw yaml.wrong("must be one of " + String.join(", ", words) + ", system, admin, no-aps");
    }

    private static ApsRequest request(YamlMap yaml, @Nullable LsfQueue queue, LsfQueues queues) {
        LsfSlots slots = queue == null ? null : queues.slots().get(queue.name());
        String requirement = yaml.text("resources", "");
        return new ApsRequest(
                ApsRequest.processors(
                        LsfPolicy.maybe(yaml, "processors", YamlValue::whole),
                        LsfPolicy.maybe(yaml, "max-processors", YamlValue::whole),
                        slots == null ? null : slots.processorLimit()),
                yaml.number("memory", ApsRequest.requested(requirement, "mem")),
                yaml.number("swap", ApsRequest.requested(requirement, "swp")),
                queue == null ? 0 : queue.priority(),
                yaml.number("application-priority", 0),
                yaml.number("user-priority", 0),
                yaml.number("group-priority", 0));
    }
}
