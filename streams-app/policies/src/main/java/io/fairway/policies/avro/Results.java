package io.fairway.policies.avro;

import io.fairway.avro.EpochSum;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.FairshareTerm;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.Input;
import io.fairway.avro.LaterCharges;
import io.fairway.avro.NamedNumber;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Rounding;
import io.fairway.avro.UsageRecord;
import io.fairway.avro.UsageWindow;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.schemas.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes results as the contract's records. */
public final class Results {
    /** Characters of a problem in a heartbeat. */
    private static final int MAX_OF_A_PROBLEM = 1_000;

    private Results() {}

    public static UsageRecord usage(String domain, Measure measure, NodeId node, Line line, long asOf) {
        DecayLaws laws = measure.laws();
        List<EpochSum> sums = new ArrayList<>();
        line.forEachSum((epoch, sum) -> sums.add(new EpochSum(epoch, new BigDecimal(sum.toBigInteger()))));
        return UsageRecord.newBuilder()
                .setDomain(domain)
                .setMeasure(measure.name())
                .setTree(node.tree())
                .setAccount(node.account())
                .setUser(node.user())
                .setPartition(node.partition())
                .setValue(line.usage(laws, asOf))
                .setAsOf(Instant.ofEpochMilli(asOf))
                .setLaw(LawText.of(laws, asOf, null))
                .setRate(new BigDecimal(line.firstRate().toBigInteger()))
                .setSums(sums)
                .setSince(Instant.ofEpochMilli(line.since()))
                .setFirstLaw(laws.changes().isEmpty() ? "" : LawText.of(laws, Long.MIN_VALUE, null))
                .setLater(later(laws, line))
                .build();
    }

    private static List<LaterCharges> later(DecayLaws laws, Line line) {
        if (laws.changes().isEmpty()) {
            return List.of();
        }
        Map<Long, Line.Later> charged = new HashMap<>();
        line.later().forEach(charges -> charged.put(charges.start(), charges));
        List<LaterCharges> later = new ArrayList<>();
        for (long start : laws.changes()) {
            Line.Later charges = charged.getOrDefault(start, Line.Later.none(start));
            List<EpochSum> sums = new ArrayList<>();
            charges.sums().forEach((epoch, sum) -> sums.add(new EpochSum(epoch, new BigDecimal(sum.toBigInteger()))));
            later.add(new LaterCharges(
                    Instant.ofEpochMilli(start),
                    LawText.of(laws, start, null),
                    new BigDecimal(charges.rate().toBigInteger()),
                    sums));
        }
        return later;
    }

    /** Usage in fairshare windows. */
    public static UsageRecord usage(
            String domain, Measure measure, NodeId node, WindowRing ring, WindowDecay settings, long asOf) {
        return UsageRecord.newBuilder()
                .setDomain(domain)
                .setMeasure(measure.name())
                .setTree(node.tree())
                .setAccount(node.account())
                .setUser(node.user())
                .setPartition(node.partition())
                .setValue(ring.decayed(settings.decay(), asOf))
                .setAsOf(Instant.ofEpochMilli(asOf))
                .setLaw(LawText.of(measure.laws(), asOf, settings))
                .setRate(new BigDecimal(ring.rate().toBigInteger()))
                .setSums(List.of())
                .setSince(Instant.EPOCH)
                .setWindows(ring.windows(asOf).stream()
                        .map(window -> new UsageWindow(
                                Instant.ofEpochMilli(window.start()),
                                Instant.ofEpochMilli(window.end()),
                                window.procSeconds()))
                        .toList())
                .build();
    }

    public static FairshareRecord fairshare(
            String domain, String policy, Fairshare fairshare, int node, long asOf, String cause) {
        NodeId id = fairshare.tree().id(node);
        long rank = fairshare.rank(node);
        List<Input> inputs = new ArrayList<>();
        for (Term term : fairshare.explain(node)) {
            inputs.add(new Input(
                    term.name(),
                    term.value(),
                    term.rule(),
                    term.inputs().stream()
                            .map(input -> new NamedNumber(input.name(), input.value()))
                            .toList()));
        }
        return FairshareRecord.newBuilder()
                .setDomain(domain)
                .setPolicy(policy)
                .setTree(id.tree())
                .setAccount(id.account())
                .setUser(id.user())
                .setPartition(id.partition())
                .setFactor(defined(fairshare.factor(node)))
                .setRank(rank == 0 ? null : (Long) rank)
                .setUsers(fairshare.tree().userCount())
                .setDepth(fairshare.tree().depth(node))
                .setNormShares(defined(fairshare.normShares(node)))
                .setRawUsage(fairshare.raw(node))
                .setNormUsage(defined(fairshare.normUsage(node)))
                .setEffectiveUsage(defined(fairshare.effectiveUsage(node)))
                .setLevelFairshare(defined(fairshare.levelFs(node)))
                .setInputs(inputs)
                .setAsOf(Instant.ofEpochMilli(asOf))
                .setCause(cause)
                .build();
    }

    /** A priority record under its key (policy, cluster, job and request), without its instant. */
    public static PriorityRecord priority(
            String key, NodeId association, JobView view, JobPriorityRecord record, boolean eligible, String queue) {
        List<String> parts = Keys.split(key);
        Map<String, Double> requested = new TreeMap<>();
        view.attributes().requested().counts().forEach((name, count) -> requested.put(name, count.doubleValue()));
        return PriorityRecord.newBuilder()
                .setDomain(parts.get(0))
                .setPolicy(parts.get(1))
                .setCluster(parts.get(2))
                .setJob(parts.get(3))
                .setRequest(parts.get(4))
                .setComponents(
                        record.components().stream().map(Results::component).toList())
                .setFairshareWeight(record.fairshareWeight())
                .setFairsharePosition(record.fairsharePosition())
                .setFairshareTerm(fairshareTerm(record))
                .setThen(record.then().stream().map(Results::component).toList())
                .setQueue(queue)
                .setTree(association.tree())
                .setAccount(association.account())
                .setUser(association.user())
                .setAssociationPartition(association.partition())
                .setRounding(rounding(record))
                .setMinimum(record.minimum())
                .setMaximum(record.maximum())
                .setHeld(record.held())
                .setRejectsNegative(record.rejectsNegative())
                .setEligible(eligible)
                .setValidUntil(
                        record.validUntil() == JobPriorityRecord.FOREVER
                                ? null
                                : Instant.ofEpochMilli(record.validUntil()))
                .setSubmitTime(Instant.ofEpochMilli(view.submitted()))
                .setRequestedTres(requested)
                .setTimeLimitSeconds(
                        view.attributes().has(Attribute.TIME_LIMIT)
                                ? (Long) view.attributes().number(Attribute.TIME_LIMIT, 0)
                                : null)
                .setAsOf(Instant.EPOCH)
                .build();
    }

    /** The content of a priority record in bytes; equal records have equal bytes. */
    public static byte[] content(PriorityRecord record) {
        try {
            ByteBuffer encoded = PriorityRecord.getEncoder().encode(record);
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Heartbeat heartbeat(
            String domain,
            String policy,
            long through,
            Map<String, Long> offsets,
            Map<String, Long> counts,
            List<String> problems,
            List<String> refusedVersions,
            Map<String, Long> lookedThrough,
            Collection<String> silentClusters) {
        return Heartbeat.newBuilder()
                .setDomain(domain)
                .setPolicy(policy)
                .setEvaluatedThrough(Instant.ofEpochMilli(through))
                .setInputOffsets(offsets)
                .setCounts(counts)
                .setProblems(problems.stream().map(Results::shortened).toList())
                .setRefusedVersions(
                        refusedVersions.stream().map(Results::shortened).toList())
                .setLookedThrough(lookedThrough)
                .setSilentClusters(List.copyOf(silentClusters))
                .build();
    }

    /** A problem may name a node by names that are a kilobyte each, and a heartbeat has to fit into a record. */
    private static String shortened(String problem) {
        if (problem.length() <= MAX_OF_A_PROBLEM) {
            return problem;
        }
        int end = Character.isHighSurrogate(problem.charAt(MAX_OF_A_PROBLEM - 1))
                ? MAX_OF_A_PROBLEM - 1
                : MAX_OF_A_PROBLEM;
        return problem.substring(0, end) + "...";
    }

    private static FairshareTerm fairshareTerm(JobPriorityRecord record) {
        return switch (record.fairshareTerm()) {
            case FACTOR -> FairshareTerm.FACTOR;
            case RANK -> FairshareTerm.RANK;
        };
    }

    private static Rounding rounding(JobPriorityRecord record) {
        return switch (record.rounding()) {
            case SLURM_U32 -> Rounding.SLURM_U32;
            case MOAB -> Rounding.MOAB;
            case LSF -> Rounding.LSF;
        };
    }

    private static io.fairway.avro.Component component(Component component) {
        return io.fairway.avro.Component.newBuilder()
                .setName(component.name())
                .setWeight(component.weight())
                .setFactors(component.factors().stream().map(Results::factor).toList())
                .setFloor(component.floor())
                .setCap(component.cap())
                .build();
    }

    private static io.fairway.avro.Factor factor(Factor factor) {
        return io.fairway.avro.Factor.newBuilder()
                .setName(factor.name())
                .setWeight(factor.weight())
                .setForm(form(factor.form()))
                .setFloor(factor.floor())
                .setCap(factor.cap())
                .build();
    }

    private static Object form(Form form) {
        return switch (form) {
            case Form.Constant constant -> new io.fairway.avro.Constant(constant.value());
            case Form.Ramp ramp ->
                new io.fairway.avro.Ramp(
                        Instant.ofEpochMilli(ramp.start()),
                        ramp.unit(),
                        ramp.divisor(),
                        ramp.base(),
                        ramp.floor(),
                        ramp.cap());
            case Form.Step step ->
                new io.fairway.avro.Step(
                        Instant.ofEpochMilli(step.start()), step.every(), step.increment(), step.max());
            case Form.InverseSquare square ->
                new io.fairway.avro.InverseSquare(
                        Instant.ofEpochMilli(square.target()), square.unit(), square.epsilon(), square.afterMiss());
        };
    }

    private static @Nullable Double defined(double value) {
        return Double.isNaN(value) ? null : (Double) value;
    }
}
