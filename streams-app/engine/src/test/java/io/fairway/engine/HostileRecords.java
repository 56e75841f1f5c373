package io.fairway.engine;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Algorithm;
import io.fairway.avro.ClockTick;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.RemoteCredential;
import io.fairway.avro.RemoteShareLoad;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records of every input topic that fit their schemas and mean harm: each is a plausible record in which some fields,
 * at any depth, have values at or beyond every bound.
 */
final class HostileRecords {
    private static final long[] LONGS = {
        0,
        1,
        -1,
        2,
        60,
        1000,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        1L << 32,
        1L << 53,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 1,
        253_402_300_799_999L,
        253_402_300_800_000L,
        -62_135_596_800_000L,
        1_000_000_000_000L,
        86_400_000L,
        0xFFFF_FFFFL,
        0x1_0000_0000L
    };
    private static final double[] DOUBLES = {
        0,
        -0.0,
        1,
        -1,
        0.5,
        1e-9,
        1e9,
        1L << 30,
        1L << 31,
        1e12,
        1e15,
        1e18,
        1e300,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };
    private static final String[] TEXTS = {
        "",
        " ",
        "a",
        "root",
        "|",
        "%",
        "%ZZ",
        "%00",
        "a|b",
        "../..",
        "\u0000",
        "\u001b[31m",
        "line\nbreak",
        "\t",
        "ä",
        "字",
        "\uD83D\uDE80",
        "e\u0301",
        "\u202E",
        "NaN",
        "Infinity",
        "-1",
        "0",
        "1e999999999",
        "1e-999999999",
        "-1e400",
        "9223372036854775808",
        "null",
        "resize",
        "*resize",
        "CPU=1",
        "CPU=1e999999999",
        "CPU=1e-999999999,Mem=9e99G",
        "CPU=-1",
        "CPU=1=2,,",
        "UNLIMITED",
        "INFINITE",
        "DAILY",
        "WEEKLY",
        "MONTHLY",
        "28-0",
        "99999999999-0",
        "0:00",
        "Europe/Zurich",
        "UTC",
        "+18:00",
        "22.05",
        "2.0",
        "MOAB",
        "MAUI",
        "DEDICATEDPS",
        "DEDICATEDPES%",
        "PS",
        "NONE",
        "100%",
        "5+",
        "10-",
        "FSPOLICY",
        "FSWEIGHT",
        "FSDEPTH",
        "FSINTERVAL",
        "FSDECAY",
        "QUEUETIMEWEIGHT",
        "USERCFG[anna]",
        "CREDWEIGHT",
        "999999999999999999999",
        "HIST_HOURS",
        "RUN_JOB_FACTOR",
        "MAX_USER_PRIORITY",
        "WEIGHT[[JPRIORITY,1] [QPRIORITY,10]]",
        "WEIGHT[[FS,1e300]]",
        "[[[[[[[[[",
        "Y",
        "N",
        "default",
        "gold",
        "batch"
    };
    private static final List<String> PLACES = List.of("physics", "bio", "root", "cms", "deep");
    private static final List<String> USERS = List.of("anna", "ben", "", "carla");

    private final Random random;
    private String domain = "fuzz";

    HostileRecords(Random random) {
        this.random = random;
    }

    /** The domain that the records name from now on; sometimes they name another. */
    void domain(String name) {
        domain = name;
    }

    /** A record for a topic. */
    SpecificRecord next(Topic topic) {
        SpecificRecord record = plausible(topic);
        double share = random.nextInt(4) == 0 ? 0.3 : 0.06;
        if (random.nextInt(8) != 0) {
            spoil(record, share, true);
        }
        return record;
    }

    private SpecificRecord plausible(Topic topic) {
        return switch (topic) {
            case JOB_EVENTS -> event();
            case SAMPLES ->
                ResourceSample.newBuilder()
                        .setDomain(domain)
                        .setCluster("c")
                        .setJob(job())
                        .setTime(time())
                        .setSequence(random.nextInt(20))
                        .setCpuSeconds(random.nextInt(1000) * 1.0)
                        .build();
            case SHARES -> share();
            case POLICIES -> policy();
            case HOSTS ->
                Host.newBuilder()
                        .setDomain(domain)
                        .setCluster("c")
                        .setName("n" + random.nextInt(4))
                        .setSlots((long) random.nextInt(64))
                        .setGroups(new ArrayList<>(List.of("big")))
                        .setState(any(HostState.values()))
                        .build();
            case REMOTE_USAGE -> random.nextInt(3) == 0 ? load() : windows();
            case SOURCES ->
                SourceHeartbeat.newBuilder()
                        .setDomain(domain)
                        .setCluster("c")
                        .setSource("s" + random.nextInt(3))
                        .setSince(time())
                        .setThrough(time())
                        .setRunningJobs(random.nextBoolean() ? (Long) 1L : null)
                        .build();
            case ADJUSTMENTS ->
                Adjustment.newBuilder()
                        .setDomain(domain)
                        .setTree("c")
                        .setAccount(pick(PLACES))
                        .setUser(pick(USERS))
                        .setId("" + random.nextInt(8))
                        .setRevision(random.nextInt(3))
                        .setKind(any(AdjustmentKind.values()))
                        .setAmount(random.nextInt(10_000))
                        .setToAccount("bio")
                        .setToUser("ben")
                        .setEffectiveAt(time())
                        .setActor("op")
                        .setReason("test")
                        .build();
            case CLOCK -> new ClockTick(domain, time(), random.nextInt(20) == 0);
            default -> throw new IllegalArgumentException(topic + " is no input");
        };
    }

    private RemoteUsage windows() {
        return RemoteUsage.newBuilder()
                .setDomain(domain)
                .setSource("idm")
                .setCredential(any(RemoteCredential.values()))
                .setName(random.nextBoolean() ? "" : pick(USERS))
                .setAsOf(time())
                .setWindows(new ArrayList<>(List.of(1.0, random.nextInt(1000) - 10.0)))
                .build();
    }

    /** A load of a share account, up to the greatest number there is. */
    private RemoteUsage load() {
        return RemoteUsage.newBuilder()
                .setDomain(domain)
                .setSource("west")
                .setCredential(RemoteCredential.SHARE_ACCOUNT)
                .setName("/" + pick(PLACES) + "/" + pick(USERS))
                .setAsOf(time())
                .setWindows(new ArrayList<>())
                .setLoad(RemoteShareLoad.newBuilder()
                        .setTree("c")
                        .setLoad(random.nextBoolean() ? random.nextInt(10) : Double.MAX_VALUE)
                        .setJobSlots(random.nextLong())
                        .build())
                .build();
    }

    private JobEvent event() {
        JobEvent.Builder event = JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster("c")
                .setJob(job())
                .setType(any(JobEventType.values()))
                .setTime(time())
                .setSequence(random.nextInt(5))
                .setAccount(pick(PLACES))
                .setUser(pick(USERS));
        if (random.nextBoolean()) {
            event.setAllocatedTres(new HashMap<>(Map.of("cpu", 1.0 + random.nextInt(64), "mem", 1000.0)));
        }
        if (random.nextInt(3) == 0) {
            event.setRun(random.nextBoolean() ? event.getTime() : time());
        }
        if (random.nextBoolean()) {
            event.setAttributes(JobAttributes.newBuilder()
                    .setPartition("batch")
                    .setQueue("batch")
                    .setJobClass("batch")
                    .setQos("gold")
                    .setPartitions(new ArrayList<>(List.of("batch", "debug")))
                    .setRequestedTres(new HashMap<>(Map.of("cpu", 4.0)))
                    .setTimeLimitSeconds((long) random.nextInt(100_000))
                    .setNodes(2)
                    .setNice((long) random.nextInt(100))
                    .setUserPriority((long) random.nextInt(100))
                    .setAttributes(new ArrayList<>(List.of("a")))
                    .build());
        }
        return event.build();
    }

    private ShareNode share() {
        int depth = random.nextInt(40);
        String account = random.nextBoolean() ? pick(PLACES) : "deep" + depth;
        return ShareNode.newBuilder()
                .setDomain(domain)
                .setTree("c")
                .setAccount(account)
                .setUser(random.nextBoolean() ? pick(USERS) : "")
                .setParent(
                        account.startsWith("deep") && depth > 0
                                ? "deep" + (depth - 1)
                                : random.nextBoolean() ? null : pick(PLACES))
                .setShares(random.nextInt(100))
                .setParentShares(random.nextInt(6) == 0)
                .build();
    }

    private Policy policy() {
        Policy.Builder policy = PipelineDriver.policyOf("p" + random.nextInt(4), 0, 3_600_000L)
                .setDomain(domain)
                .setAlgorithm(any(Algorithm.values()));
        policy.setEffectiveFrom(random.nextInt(3) == 0 ? Instant.EPOCH : time());
        policy.getMeasure().setName("m" + random.nextInt(6));
        if (random.nextInt(3) == 0) {
            policy.setAutoProvisionShares(1L);
        }
        policy.setNodes(100).setProcessors(1000);
        switch (policy.getAlgorithm()) {
            case LSF_DYNAMIC -> policy.setLsf(LsfPolicy.newBuilder().build());
            case MOAB_TARGETS ->
                policy.setMoab(MoabPolicy.newBuilder()
                        .setParameters(new HashMap<>(Map.of(
                                "FSPOLICY",
                                "DEDICATEDPS",
                                "FSWEIGHT",
                                "1",
                                "FSUSERWEIGHT",
                                "10",
                                "QUEUETIMEWEIGHT",
                                "1")))
                        .build());
            default -> policy.setSlurm(SlurmPriority.newBuilder().build());
        }
        switch (policy.getAlgorithm()) {
            case LSF_DYNAMIC, MOAB_TARGETS -> {
                policy.getMeasure().getDecay().setKind(io.fairway.avro.DecayKind.NONE);
                policy.getMeasure().getDecay().setMillis(0);
            }
            default -> {}
        }
        return policy.build();
    }

    /** Replaces some of the fields, at any depth. */
    private void spoil(IndexedRecord record, double share, boolean top) {
        for (Schema.Field field : record.getSchema().getFields()) {
            Object said = record.get(field.pos());
            // A strange time or another domain hides what the other fields would do.
            boolean hides = top
                    && (field.name().equals("domain")
                            || field.name().equals("time")
                            || field.name().equals("effectiveFrom"));
            if (random.nextDouble() < (hides ? 0.004 : share)) {
                record.put(field.pos(), value(field.schema(), 0));
            } else if (said instanceof IndexedRecord inner) {
                spoil(inner, share, false);
            }
        }
    }

    private @Nullable Object value(Schema schema, int depth) {
        return switch (schema.getType()) {
            case STRING -> text();
            case LONG -> schema.getLogicalType() != null ? instant() : (Object) number();
            case INT -> (int) number();
            case DOUBLE ->
                random.nextInt(6) == 0 ? random.nextGaussian() * 1e6 : DOUBLES[random.nextInt(DOUBLES.length)];
            case BOOLEAN -> random.nextBoolean();
            case ENUM -> {
                List<String> symbols = schema.getEnumSymbols();
                yield SpecificData.get().createEnum(symbols.get(random.nextInt(symbols.size())), schema);
            }
            case UNION ->
                value(schema.getTypes().get(random.nextInt(schema.getTypes().size())), depth);
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                for (int i = size(depth); i > 0; i--) {
                    list.add(value(schema.getElementType(), depth + 1));
                }
                yield list;
            }
            case MAP -> {
                Map<String, Object> map = new HashMap<>();
                for (int i = size(depth); i > 0; i--) {
                    map.put(text(), value(schema.getValueType(), depth + 1));
                }
                yield map;
            }
            case RECORD -> {
                IndexedRecord record = (IndexedRecord)
                        SpecificData.newInstance(SpecificData.get().getClass(schema), schema);
                for (Schema.Field field : schema.getFields()) {
                    record.put(
                            field.pos(),
                            field.defaultVal() != null && random.nextInt(4) != 0
                                    ? SpecificData.get()
                                            .deepCopy(
                                                    field.schema(),
                                                    SpecificData.get().getDefaultValue(field))
                                    : value(field.schema(), depth + 1));
                }
                yield record;
            }
            case NULL -> null;
            default -> throw new IllegalArgumentException(schema + ": the inputs have none");
        };
    }

    private int size(int depth) {
        return depth == 0 && random.nextInt(400) == 0 ? 2_000 : random.nextInt(4);
    }

    private long number() {
        return random.nextInt(4) == 0 ? random.nextLong() >> random.nextInt(64) : LONGS[random.nextInt(LONGS.length)];
    }

    private Instant instant() {
        return random.nextBoolean() ? time() : Instant.ofEpochMilli(number());
    }

    private String text() {
        int kind = random.nextInt(1000);
        if (kind == 0) {
            return "x".repeat(600_000);
        } else if (kind < 10) {
            return any(new String[] {"y", "\u0000", "字", "\uD83D\uDE80"}).repeat(1 + random.nextInt(20_000));
        } else if (kind < 40) {
            return any(new String[] {"y", "|", "%", "字"})
                    .repeat(any(new Integer[] {255, 256, 257, 341, 1023, 1024, 1025}));
        }
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private Instant time() {
        return Instant.ofEpochMilli(PipelineDriver.T0 + random.nextInt(7_200_000) - 3_600_000);
    }

    private String job() {
        return "" + random.nextInt(40);
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
