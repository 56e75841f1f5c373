package io.fairway.scenario.moab;

import io.fairway.core.model.Tres;
import io.fairway.policies.moab.MoabCredentials;
import io.fairway.policies.moab.MoabWords;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.section.HistorySection;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.AccrualPolicy;
import io.fairway.schedulers.moab.job.ActiveRun;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.OperatorPriority;
import io.fairway.schedulers.moab.job.QueueBlocker;
import io.fairway.schedulers.moab.job.QueueClock;
import io.fairway.schedulers.moab.job.QueueFact;
import io.fairway.schedulers.moab.job.Requirement;
import io.fairway.schedulers.moab.job.TaskResources;
import io.fairway.schedulers.moab.job.UserActivity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a job: its credentials, its request and its history. */
final class MoabJobSection {
    private static final Set<String> RESOURCES = Set.of("cpu", "mem", "swap", "disk");

    private final YamlMap yaml;
    private final long at;

    private MoabJobSection(YamlMap yaml, long at) {
        this.yaml = yaml;
        this.at = at;
    }

    /** A job, and the facts of its queue time. */
    record Queued(MoabJob job, List<QueueFact> facts) {}

    static Queued read(String id, YamlMap yaml, MoabUsage usage, AccrualPolicy accrual, long at) {
        MoabJobSection section = new MoabJobSection(yaml, at);
        JobCredentials credentials = MoabCredentials.of(yaml);
        long submitted = yaml.instant("submitted", at);
        ActiveRun run = section.run();
        boolean held = yaml.yes("held", false);
        String state = run == null ? held ? "Hold" : "Idle" : run.elapsed().since() == null ? "Suspended" : "Running";
        List<QueueFact> facts = section.queue(submitted);
        MoabJob job = yaml.checked(() -> MoabJob.builder(id, credentials, section.request(), submitted)
                .name(yaml.text("name", ""))
                .partition(yaml.text("partition", ""))
                .queue(QueueClock.of(accrual, facts))
                .deadline(yaml.has("deadline") ? yaml.get("deadline").instant() : null)
                .bypass(yaml.whole("bypass", 0))
                .starts(yaml.whole("starts", 0))
                .softViolation(yaml.yes("soft-violation", false))
                .userPriority(yaml.whole("user-priority", 0))
                .run(run)
                .state(yaml.text("state", state))
                .attributes(section.names("attributes"))
                .queuePriority(yaml.whole("queue-priority", 0))
                .activity(section.activity(usage.activity(credentials.get(CredentialType.USER))))
                .operator(new OperatorPriority(yaml.whole("system-priority", 0), yaml.whole("relative-priority", 0)))
                .held(held)
                .build());
        yaml.done();
        return new Queued(job, List.copyOf(facts));
    }

    private JobRequest request() {
        List<Requirement> requirements = new ArrayList<>();
        for (YamlValue element : yaml.list("requirements")) {
            YamlMap requirement = element.map();
            requirements.add(
                    requirement.checked(() -> new Requirement(requirement.whole("tasks", 1), resources(requirement))));
            requirement.done();
        }
        if (requirements.isEmpty()) {
            requirements.add(new Requirement(1, resources(yaml)));
        } else if (yaml.has("cpus") || yaml.has("tres")) {
            throw yaml.wrong("must have either requirements or cpus and tres");
        }
        return new JobRequest(
                yaml.or("wallclock", value -> MoabWords.seconds(value, MoabDialect.MOAB), JobRequest.NO_LIMIT),
                yaml.whole("nodes", 0),
                requirements,
                names("features"),
                names("gres"));
    }

    private static TaskResources resources(YamlMap of) {
        of.entries("tres").forEach((name, count) -> {
            if (!RESOURCES.contains(name)) {
                throw count.wrong("must be cpu, mem, swap or disk");
            }
        });
        Tres tres = HistorySection.tres(of);
        return new TaskResources(
                tres.count("cpu").doubleValue(),
                tres.count("mem").doubleValue(),
                tres.count("swap").doubleValue(),
                tres.count("disk").doubleValue());
    }

    /** {@code started}: it runs since then. {@code ran}: it ran for so long and is suspended. Neither: it waits. */
    private @Nullable ActiveRun run() {
        if (yaml.has("started") && yaml.has("ran")) {
            throw yaml.wrong("must have either started or ran");
        }
        if (!yaml.has("started") && !yaml.has("ran")) {
            return null;
        }
        Accrual elapsed = yaml.has("started")
                ? Accrual.since(yaml.get("started").instant())
                : Accrual.stopped(1000 * MoabWords.seconds(yaml.get("ran"), MoabDialect.MOAB));
        return yaml.checked(() -> new ActiveRun(elapsed, yaml.number("hunger", 0)));
    }

    private List<QueueFact> queue(long submitted) {
        if (submitted > at) {
            throw yaml.get("submitted").wrong("must not be after at");
        }
        List<QueueFact> facts = new ArrayList<>();
        facts.add(QueueFact.of(submitted, QueueFact.Kind.SUBMITTED));
        if (yaml.has("started")) {
            facts.add(QueueFact.of(yaml.get("started").instant(), QueueFact.Kind.STARTED));
        }
        for (YamlValue element : yaml.list("facts")) {
            YamlMap fact = element.map();
            fact.get("is");
            QueueFact.Kind kind = fact.word("is", QueueFact.Kind.class, QueueFact.Kind.SUBMITTED);
            boolean names = kind == QueueFact.Kind.BLOCKED || kind == QueueFact.Kind.UNBLOCKED;
            YamlValue by = names ? fact.get("by") : null;
            QueueBlocker blocker = by == null ? null : MoabWords.get(by, () -> QueueBlocker.parse(by.text()));
            facts.add(new QueueFact(fact.get("at").instant(), kind, blocker));
            fact.done();
        }
        return facts;
    }

    private UserActivity activity(UserActivity ofHistory) {
        YamlValue value = yaml.find("activity");
        if (value == null) {
            return ofHistory;
        }
        YamlMap user = value.map();
        UserActivity activity = user.checked(() -> UserActivity.fixed(
                user.whole("jobs", 0),
                user.number("procs", 0),
                user.number("proc-seconds", 0),
                user.number("dedicated", 0),
                user.number("requested", 0)));
        user.done();
        return activity;
    }

    private Set<String> names(String key) {
        Set<String> names = new LinkedHashSet<>();
        for (YamlValue name : yaml.list(key)) {
            if (!names.add(name.text())) {
                throw name.wrong("is given twice");
            }
        }
        return names;
    }
}
