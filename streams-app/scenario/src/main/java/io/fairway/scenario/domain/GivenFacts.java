package io.fairway.scenario.domain;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.FactRules;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.engine.state.change.Inbound;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.reading.memory.MemoryDomain;
import io.fairway.records.JobEvents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario says of jobs, as job events:
 *
 * <pre>{@code
 * jobs:                                  # each is submitted
 *   "7": {account: physics, user: anna, submitted: 2026-11-21T09:00:00Z, attributes: {requestedTres: {cpu: 4}}}
 * runs:                                  # each starts, and ends unless it still runs
 *   - {account: physics, user: ben, allocatedTres: {cpu: 8}, started: 2026-11-21T08:00:00Z, ended: 2026-11-21T10:00:00Z}
 * events:                                # fields of a job event; without a time, it is that of the scenario
 *   - {job: "7", type: HELD, time: 2026-11-21T09:30:00Z}
 * }</pre>
 */
public final class GivenFacts {
    private record Given(Inbound.Job fact, YamlMap place) {
        long time() {
            return fact.fact().time();
        }
    }

    private final String domain;
    private final long at;
    private final List<Given> facts = new ArrayList<>();

    private GivenFacts(String domain, long at) {
        this.domain = domain;
        this.at = at;
    }

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if an event is none, or lies after the instant that is evaluated
     */
    static GivenFacts read(YamlMap scenario, String domain, long at) {
        GivenFacts facts = new GivenFacts(domain, at);
        scenario.entries("jobs").forEach((id, job) -> facts.submitted(id, job.map()));
        for (YamlValue run : scenario.list("runs")) {
            facts.ran(run.map());
        }
        for (YamlValue event : scenario.list("events")) {
            facts.event(event.map());
        }
        facts.facts.sort(Comparator.comparingLong(Given::time)); // those of one instant stay in the order of the file
        return facts;
    }

    /**
     * What a file says of jobs now: {@code jobs} are submitted, and of {@code events} the instant may be left out.
     *
     * @param at the instant of a fact without one, epoch milliseconds; none may be later
     * @throws IllegalArgumentException with file, line, value and rule
     */
    public static List<Inbound.Job> now(YamlMap file, String domain, long at) {
        GivenFacts facts = read(file, domain, at);
        file.done();
        return facts.facts.stream().map(Given::fact).toList();
    }

    /**
     * Hands them to a domain, in the order of their times.
     *
     * @throws IllegalArgumentException with file, line and reason, if the application would refuse one
     */
    void giveTo(MemoryDomain memory) {
        for (Given each : facts) {
            each.place.checked(() -> {
                memory.take(each.fact);
                return each;
            });
        }
    }

    private void submitted(String id, YamlMap yaml) {
        long submitted = yaml.instant("submitted", at);
        JobEvent.Builder event =
                event(yaml, id, JobEventType.SUBMITTED, submitted).setAttributes(attributes(yaml));
        yaml.done();
        add(event, yaml);
    }

    private void ran(YamlMap yaml) {
        String id = yaml.text("job", "run-" + (facts.size() + 1));
        long started = yaml.get("started").instant();
        Map<String, Double> allocated = new HashMap<>();
        yaml.get("allocatedTres").entries().forEach((name, count) -> allocated.put(name, count.number()));
        JobEvent.Builder start = event(yaml, id, JobEventType.STARTED, started)
                .setAllocatedTres(allocated)
                .setAttributes(attributes(yaml));
        YamlValue ended = yaml.find("ended");
        YamlValue cpuSeconds = yaml.find("cpuSeconds");
        if (cpuSeconds != null && ended == null) {
            throw cpuSeconds.wrong("is told when a run ends, and this one still runs");
        }
        List<YamlValue> pauses = yaml.list("suspended");
        yaml.done();
        add(start, yaml);
        for (YamlValue pause : pauses) {
            suspended(id, started, pause.map());
        }
        if (ended != null) {
            add(
                    event(id, JobEventType.FINISHED, ended.instant())
                            .setRun(Instant.ofEpochMilli(started))
                            .setCpuSeconds(cpuSeconds == null ? null : (Double) cpuSeconds.number()),
                    yaml);
        }
    }

    /** {@code {from: ..., until: ...}}; without until it lasts. */
    private void suspended(String id, long started, YamlMap pause) {
        Instant run = Instant.ofEpochMilli(started);
        long from = pause.get("from").instant();
        YamlValue until = pause.find("until");
        pause.done();
        add(event(id, JobEventType.SUSPENDED, from).setRun(run), pause);
        if (until != null) {
            add(event(id, JobEventType.RESUMED, until.instant()).setRun(run), pause);
        }
    }

    private void event(YamlMap yaml) {
        Map<String, Object> otherwise =
                Map.of("domain", domain, "cluster", domain, "sequence", (long) facts.size(), "time", at);
        add(JobEvent.newBuilder(RecordYaml.read(yaml, JobEvent.getClassSchema(), JobEvent.class, otherwise)), yaml);
    }

    private JobEvent.Builder event(YamlMap yaml, String id, JobEventType type, long time) {
        return event(id, type, time)
                .setCluster(yaml.text("cluster", domain))
                .setTree(text(yaml, "tree"))
                .setAccount(text(yaml, "account"))
                .setUser(text(yaml, "user"));
    }

    private JobEvent.Builder event(String id, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setJob(id)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setSequence(facts.size());
    }

    private static @Nullable String text(YamlMap yaml, String key) {
        YamlValue value = yaml.find(key);
        return value == null ? null : value.text();
    }

    private static @Nullable JobAttributes attributes(YamlMap yaml) {
        YamlValue attributes = yaml.find("attributes");
        return attributes == null
                ? null
                : RecordYaml.read(attributes.map(), JobAttributes.getClassSchema(), JobAttributes.class);
    }

    /** Checks an event as the application does. */
    private void add(JobEvent.Builder builder, YamlMap place) {
        JobEvent event = builder.build();
        if (event.getTime().toEpochMilli() > at) {
            throw place.wrong(
                    event.getType() + " at " + event.getTime() + ": must not lie after the instant that is evaluated");
        }
        facts.add(place.checked(() -> {
            JobKey key = JobEvents.key(event);
            JobFact fact = JobEvents.fact(event);
            String problem = FactRules.problem(key, fact);
            if (problem != null) {
                throw new IllegalArgumentException(problem);
            }
            return new Given(new Inbound.Job(key, fact), place);
        }));
    }
}
