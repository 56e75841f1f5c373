package io.fairway.system.history;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.MeasureKind;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A history with all that a plain trace lacks: samples, resizes, suspensions, requeues, equal timestamps, lost, late or corrected
 * finishes, and adjustments. The same seed gives the same history.
 */
public final class GeneratedHistory {
    /** The begin of the history. */
    public static final Instant BEGIN = Instant.parse("2024-03-01T00:00:00Z");

    /** The end of the history: all records are earlier. */
    public static final Instant END = BEGIN.plus(Duration.ofDays(3));

    private static final String POLICY = "main";

    /** A record for a topic. */
    public record Produced(Topic topic, String key, SpecificRecord value) {}

    private final SplittableRandom random;
    private final List<Produced> tables = new ArrayList<>();
    private final List<Produced> facts = new ArrayList<>();
    private final List<String> domains = new ArrayList<>();
    private long sequence;

    public GeneratedHistory(long seed, int domainCount, int jobsPerDomain) {
        random = new SplittableRandom(seed);
        for (int d = 0; d < domainCount; d++) {
            String domain = "cluster" + d;
            domains.add(domain);
            addTables(domain);
            for (int job = 0; job < jobsPerDomain; job++) {
                addJob(domain, Integer.toString(job));
            }
            for (int i = 0; i < Math.max(4, jobsPerDomain / 20); i++) {
                addAdjustment(domain, i);
            }
        }
    }

    public List<String> domains() {
        return domains;
    }

    /** Share nodes and policies. */
    public List<Produced> tables() {
        return tables;
    }

    /** Events, samples and adjustments, in the order of generation. */
    public List<Produced> facts() {
        return facts;
    }

    /** The facts in another order, some of them twice. */
    public List<Produced> shuffled(long seed, int duplicatePercent) {
        List<Produced> all = new ArrayList<>(facts);
        SplittableRandom choice = new SplittableRandom(seed);
        for (Produced fact : facts) {
            if (choice.nextInt(100) < duplicatePercent) {
                all.add(fact);
            }
        }
        Collections.shuffle(all, new Random(seed));
        return all;
    }

    /** The statements of its policy, by measure. */
    static Map<String, MeasureDefinition> measures() {
        Map<String, MeasureDefinition> measures = new HashMap<>();
        PolicyFamilies.of(policy("any"))
                .measures()
                .forEach(measureDefinition -> measures.put(measureDefinition.name(), measureDefinition));
        return measures;
    }

    private static Policy policy(String domain) {
        return Policy.newBuilder()
                .setDomain(domain)
                .setName(POLICY)
                .setEffectiveFrom(BEGIN.minus(Duration.ofDays(1)))
                .setState(PolicyState.ACTIVE)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setKind(MeasureKind.BILLING_TRES)
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(Duration.ofHours(3).toMillis())
                                .build())
                        .setChargeSuspended(false)
                        .setChargeRequeued(true)
                        .setLeaseMillis(Duration.ofMinutes(40).toMillis())
                        .build())
                .setUsageReset("1-6")
                .build();
    }

    /** A policy that charges CPU seconds from the beginning of time on, under a law. */
    static Produced policy(String domain, Decay decay) {
        Policy policy = Policy.newBuilder()
                .setDomain(domain)
                .setName(POLICY)
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(
                        Measure.newBuilder().setName("billing").setDecay(decay).build())
                .build();
        return new Produced(Topic.POLICIES, Keys.policy(domain, POLICY, 0), policy);
    }

    /** An association of the tree that has the name of its domain. */
    static Produced node(String domain, String account, String user) {
        return new Produced(
                Topic.SHARES,
                Keys.node(domain, domain, account, user),
                ShareNode.newBuilder()
                        .setDomain(domain)
                        .setTree(domain)
                        .setAccount(account)
                        .setUser(user)
                        .build());
    }

    private void addTables(String domain) {
        Policy policy = policy(domain);
        tables.add(new Produced(
                Topic.POLICIES,
                Keys.policy(domain, POLICY, policy.getEffectiveFrom().toEpochMilli()),
                policy));
        for (String account : List.of("a", "b", "c")) {
            addNode(domain, account, "", "c".equals(account) ? "b" : null);
            addNode(domain, account, "u1", null);
            addNode(domain, account, "u2", null);
        }
    }

    private void addNode(String domain, String account, String user, @Nullable String parent) {
        tables.add(new Produced(
                Topic.SHARES,
                Keys.node(domain, domain, account, user),
                ShareNode.newBuilder()
                        .setDomain(domain)
                        .setTree(domain)
                        .setAccount(account)
                        .setUser(user)
                        .setParent(parent)
                        .setShares(1 + random.nextInt(9))
                        .build()));
    }

    private void addJob(String domain, String job) {
        long submit = BEGIN.toEpochMilli() + random.nextLong(Duration.ofDays(2).toMillis());
        if (random.nextInt(4) == 0) {
            submit -= submit % 3_600_000; // many facts of one instant
        }
        add(event(domain, job, JobEventType.SUBMITTED, submit, null, cpus(4))
                .setAccount(List.of("a", "b", "c").get(random.nextInt(3)))
                .setUser(random.nextBoolean() ? "u1" : "u2"));
        if (random.nextInt(20) == 0) {
            add(event(domain, job, JobEventType.CANCELLED, submit + 60_000, null, null));
            return;
        }
        long start = submit + random.nextLong(2) * random.nextLong(3_600_000);
        int runs = 1 + (random.nextInt(6) == 0 ? 1 : 0);
        for (int run = 0; run < runs; run++) {
            start = addRun(domain, job, start, run + 1 < runs) + 1000L * random.nextInt(600);
        }
    }

    /** Adds one run; returns the instant of its end. */
    private long addRun(String domain, String job, long start, boolean requeued) {
        long length = 1 + random.nextLong(Duration.ofHours(5).toMillis());
        long end = start + length;
        if (random.nextInt(10) != 0) { // A start may be lost: the end implies the run.
            add(event(domain, job, JobEventType.STARTED, start, start, cpus(1 + random.nextInt(16))));
        }
        for (long at = start + 600_000; at < end; at += 600_000) {
            sample(domain, job, start, at);
        }
        if (random.nextInt(3) == 0 && length > 10) {
            long from = start + random.nextLong(length / 2 + 1);
            add(event(domain, job, JobEventType.SUSPENDED, from, random.nextBoolean() ? start : null, null));
            add(event(domain, job, JobEventType.RESUMED, from + random.nextLong(length / 2 + 1), start, null));
        }
        if (random.nextInt(4) == 0) {
            add(event(
                    domain,
                    job,
                    JobEventType.RESIZED,
                    start + random.nextLong(length),
                    start,
                    cpus(1 + random.nextInt(32))));
        }
        if (requeued) {
            add(event(domain, job, JobEventType.REQUEUED, end, start, null));
            return end;
        }
        switch (random.nextInt(12)) {
            case 0 -> {} // lost: the lease ends it
            case 1 -> { // corrected by a later revision
                add(event(domain, job, JobEventType.FINISHED, end, start, null));
                add(event(domain, job, JobEventType.FINISHED, start + length / 2, start, null)
                        .setRevision(1));
            }
            case 2 -> { // contradicted by a better source
                add(event(domain, job, JobEventType.FINISHED, end + 5000, start, null));
                add(event(domain, job, JobEventType.FINISHED, end, start, null)
                        .setSourceRank(5)
                        .setSource("log"));
            }
            default -> add(event(domain, job, JobEventType.FINISHED, end, start, cpus(4)));
        }
        return end;
    }

    private void addAdjustment(String domain, int number) {
        AdjustmentKind kind = List.of(
                        AdjustmentKind.REFUND, AdjustmentKind.CHARGE, AdjustmentKind.TRANSFER, AdjustmentKind.RESET)
                .get(number % 4);
        String account = List.of("a", "b", "c").get(random.nextInt(3));
        boolean wholeAccount = kind == AdjustmentKind.RESET && random.nextBoolean();
        String id = "adj-" + number;
        for (int revision = 0; revision <= random.nextInt(2); revision++) {
            Adjustment adjustment = Adjustment.newBuilder()
                    .setDomain(domain)
                    .setTree(domain)
                    .setAccount(account)
                    .setUser(wholeAccount ? "" : "u1")
                    .setId(id)
                    .setRevision(revision)
                    .setKind(kind)
                    .setAmount(kind == AdjustmentKind.RESET ? 0 : random.nextInt(100_000) / 8.0)
                    .setToAccount(kind == AdjustmentKind.TRANSFER ? "a" : null)
                    .setToUser(kind == AdjustmentKind.TRANSFER ? "u2" : null)
                    .setEffectiveAt(
                            BEGIN.plusMillis(random.nextLong(Duration.ofDays(2).toMillis())))
                    .setActor("operator")
                    .setReason("test of adjustment " + number)
                    .build();
            facts.add(new Produced(
                    Topic.ADJUSTMENTS, Keys.adjustment(domain, domain, account, adjustment.getUser(), id), adjustment));
        }
    }

    private void sample(String domain, String job, long run, long at) {
        facts.add(new Produced(
                Topic.SAMPLES,
                Keys.job(domain, domain, job),
                ResourceSample.newBuilder()
                        .setDomain(domain)
                        .setCluster(domain)
                        .setJob(job)
                        .setRun(Instant.ofEpochMilli(run))
                        .setTime(Instant.ofEpochMilli(at))
                        .setSequence(at / 1000)
                        .setCpuSeconds((at - run) / 1000.0)
                        .build()));
    }

    private JobEvent.Builder event(
            String domain,
            String job,
            JobEventType type,
            long time,
            @Nullable Long run,
            @Nullable Map<String, Double> tres) {
        JobEvent.Builder built = JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setSequence(sequence++ % 7)
                .setSource("agent")
                .setRun(run == null ? null : Instant.ofEpochMilli(run));
        if (type == JobEventType.SUBMITTED) {
            built.setAttributes(
                    JobAttributes.newBuilder().setRequestedTres(tres).build());
        } else {
            built.setAllocatedTres(tres);
        }
        return built;
    }

    private void add(JobEvent.Builder event) {
        JobEvent built = event.build();
        facts.add(
                new Produced(Topic.JOB_EVENTS, Keys.job(built.getDomain(), built.getCluster(), built.getJob()), built));
    }

    private static Map<String, Double> cpus(int count) {
        return Map.of("cpu", (double) count);
    }
}
