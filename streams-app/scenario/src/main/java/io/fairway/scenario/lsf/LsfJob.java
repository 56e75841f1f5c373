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
        scenario.entries("jobs").forEach((name, said) -> jobs.add(read(name, said.map(), policy, queues, shares, at)));
        return jobs;
    }

    private static LsfJob read(
            String name, YamlMap said, LsfPolicy policy, LsfQueues queues, @Nullable LsfShares shares, long at) {
        String queue =
                queues.cluster().queues().isEmpty() ? "" : said.get("queue").text();
        LsfQueue ofJob = queues.find(queue);
        if (!queue.isEmpty() && ofJob == null) {
            throw said.get("queue").wrong("is not a queue of the scenario");
        }
        List<Integer> accounts = shares == null ? List.of() : shares.accounts(said);
        long submitted = said.instant("submitted", at);
        Long asked = LsfPolicy.maybe(said, "priority", YamlValue::whole);
        boolean administrator = said.yes("administrator", false);
        boolean resizable = said.yes("resizable", said.has("resize-max"));
        double priority = said.checked(() -> policy.jobPriority().submitted(asked, administrator));
        ApsState state = bmod(ApsState.submitted(submitted, priority), said);
        for (YamlValue event : said.list("events")) {
            state = happened(state, event, resizable, policy.events(), at);
        }
        ApsRequest request = request(said, ofJob, queues);
        LsfJob job = new LsfJob(
                name,
                queue,
                accounts,
                submitted,
                said.whole("slots", (long) request.processors()),
                said.number("committed-hours", 0),
                policy.jobPriority().escalated(priority, state.escalated(at)),
                state,
                request,
                said.has("resize-max") ? request.resized(said.whole("resize-max", 1)) : null,
                asking(state, said, at),
                LsfPolicy.maybe(said, "fairshare", YamlValue::number),
                said.yes("top", false),
                chunk(name, said, queue, priority));
        if (job.fairshare != null && shares != null) {
            throw said.get("fairshare").wrong("must not be given: the share accounts of the scenario give it");
        }
        said.done();
        return job;
    }

    /** The job as a member of a chunk: everything that it requests is its resource requirement, with {@code resources}. */
    private static ChunkJob chunk(String name, YamlMap said, String queue, double priority) {
        StringBuilder requirement = new StringBuilder(said.text("resources", ""));
        for (String key : List.of("processors", "max-processors", "memory", "swap")) {
            requirement.append('\n').append(said.number(key, 0));
        }
        String hosts = String.join(" ", LsfScopeSection.names(said.list("hosts")));
        String application = said.text("application", "");
        return new ChunkJob(name, said.text("user", ""), requirement.toString(), hosts, queue, application, priority);
    }

    /** A request without a time waits like its job does, and that of a running job since now. */
    private static ApsState asking(ApsState state, YamlMap said, long at) {
        if (!said.has("resize-at")) {
            return state.pendingSince() == null ? state.asking(at) : state;
        }
        long since = said.get("resize-at").instant();
        if (!said.has("resize-max") || state.pendingSince() != null || since < state.submitted() || since > at) {
            throw said.get("resize-at")
                    .wrong("must be the time of a resize-max of a running job, between submitted and the instant of the"
                            + " scenario");
        }
        return state.asking(since);
    }

    private static ApsState bmod(ApsState state, YamlMap said) {
        if (said.has("system") && said.has("admin")) {
            throw said.get("system").wrong("cannot stand beside admin: only the last bmod -aps counts");
        }
        if (said.has("system")) {
            return said.get("system").checked(() -> state.withSystem(said.number("system", 0), true));
        }
        return said.has("admin")
                ? said.get("admin").checked(() -> state.withAdmin(said.number("admin", 0), true))
                : state;
    }

    /** One of the events of {@link ApsEvent}, or a change by an administrator. */
    private static ApsState happened(
            ApsState state, YamlValue element, boolean resizable, ApsEvent.Settings settings, long at) {
        YamlMap said = element.map();
        String what = said.get("is").text();
        long time = said.get("at").instant();
        if (time < state.submitted() || time > at) {
            throw said.get("at").wrong("must be between submitted and the instant of the scenario");
        }
        ApsState after = element.checked(() -> switch (what) {
            case "system" -> state.withSystem(said.get("value").number(), true);
            case "admin" -> state.withAdmin(said.get("value").number(), true);
            case "no-aps" -> state.withoutApsValues();
            default -> event(said.get("is")).apply(state, time, resizable, settings);
        });
        said.done();
        return after;
    }

    private static ApsEvent event(YamlValue said) {
        List<String> words = new ArrayList<>();
        for (ApsEvent event : ApsEvent.values()) {
            String word = event.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (word.equals(said.text())) {
                return event;
            }
            words.add(word);
        }
        throw said.wrong("must be one of " + String.join(", ", words) + ", system, admin, no-aps");
    }

    private static ApsRequest request(YamlMap said, @Nullable LsfQueue queue, LsfQueues queues) {
        LsfSlots slots = queue == null ? null : queues.slots().get(queue.name());
        String requirement = said.text("resources", "");
        return new ApsRequest(
                ApsRequest.processors(
                        LsfPolicy.maybe(said, "processors", YamlValue::whole),
                        LsfPolicy.maybe(said, "max-processors", YamlValue::whole),
                        slots == null ? null : slots.processorLimit()),
                said.number("memory", ApsRequest.requested(requirement, "mem")),
                said.number("swap", ApsRequest.requested(requirement, "swp")),
                queue == null ? 0 : queue.priority(),
                said.number("application-priority", 0),
                said.number("user-priority", 0),
                said.number("group-priority", 0));
    }
}
