package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.PriorityRecord;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Topic;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A Moab site has no share tree: the credentials that a job names give it its priority, and targets are per credential.
 * Source: Moab 5.1.2-A and B. Numbers are worked out beside the cases.
 */
class MoabCredentialsOnTheStreamTest {
    private static final double HOUR = 3600;

    private static final String PRIORITIES = """
            algorithm: MOAB_TARGETS
            moab:
              parameters:
                QUEUETIMEWEIGHT: "0"
                USERWEIGHT: "1"
                GROUPWEIGHT: "1"
                ACCOUNTWEIGHT: "1"
                QOSWEIGHT: "1"
                CLASSWEIGHT: "1"
                USERCFG[john]: PRIORITY=1
                GROUPCFG[staff]: PRIORITY=20
                ACCOUNTCFG[cs]: PRIORITY=300
                QOSCFG[hi]: PRIORITY=4000
                CLASSCFG[batch]: PRIORITY=50000
            """;

    /** One sum of the priorities of whatever a job names, whether the tree knows john of cs, cs alone, or nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "account: cs, user: john | '' | 301",
                "user: john | '' | 1",
                "account: cs | '' | 300",
                "user: nobody, account: cs | '' | 300",
                "user: john, account: none | '' | 1",
                "'' | 'group: staff' | 20",
                "'' | 'qos: hi' | 4000",
                "'' | 'queue: batch' | 50000",
                "account: cs, user: john | 'group: staff, qos: hi, queue: batch' | 54321",
                "account: cs, user: john, tree: unheard | '' | 301",
                "user: john, tree: unheard | 'qos: hi' | 4001",
            })
    @Rule(document = Document.MOAB, rows = "4-8, 47")
    void everyWaitingJobHasThePriorityOfItsCredentials(String who, String attributes, double expected) {
        for (List<String> tree :
                List.of(List.<String>of(), List.of("bio", "anna"), List.of("cs", "anna"), List.of("cs", "john"))) {
            try (StreamRig rig = new StreamRig()) {
                rig.policy(PRIORITIES);
                if (!tree.isEmpty()) {
                    rig.user(DOMAIN, tree.get(0), tree.get(1), 1);
                }
                rig.job("1", "SUBMITTED", 0, (who.isEmpty() ? "" : who + ", ") + "attributes: {" + attributes + "}");
                rig.tick(60);

                assertThat(rig.refusals()).isEmpty();
                assertThat(rig.priority("1", 60)).as("with the tree %s", tree).isEqualTo(expected);
            }
        }
    }

    private static final String TARGETS = """
            algorithm: MOAB_TARGETS
            processors: 100
            moab:
              parameters:
                QUEUETIMEWEIGHT: "0"
                ENABLENEGJOBPRIORITY: "TRUE"
                FSPOLICY: DEDICATEDPS
                FSINTERVAL: "24:00:00"
                FSUSERWEIGHT: "10"
                FSACCOUNTWEIGHT: "1"
                USERCFG[john]: FSTARGET=50
                USERCFG[anna]: FSTARGET=20
                ACCOUNTCFG[cs]: FSTARGET=70
            """;

    /**
     * Of 100 processor-hours john used 30 in cs and 10 without an account, nobody 60. So john is 10 below his target
     * and cs 40: 10 * 10 + 40. anna is 20 below hers. The same scenario is in MoabScenarioTest.
     */
    @ParameterizedTest
    @CsvSource({"''", "cs/john", "cs/anna", "bio/anna"})
    @Rule(document = Document.MOAB, rows = "9-13, 53")
    void targetsArePerCredential(String shares) {
        try (StreamRig rig = new StreamRig()) {
            rig.policy(TARGETS);
            if (!shares.isEmpty()) {
                rig.user(DOMAIN, shares.split("/")[0], shares.split("/")[1], 1);
            }
            rig.job("a", "STARTED", 0, "account: cs, user: john, allocatedTres: {cpu: 30}");
            rig.job("b", "STARTED", 0, "user: john, allocatedTres: {cpu: 10}");
            rig.job("c", "STARTED", 0, "allocatedTres: {cpu: 60}");
            rig.job("john of cs", "SUBMITTED", 0, "account: cs, user: john");
            rig.job("john", "SUBMITTED", 0, "user: john");
            rig.job("cs", "SUBMITTED", 0, "account: cs");
            rig.job("anna of cs", "SUBMITTED", 0, "account: cs, user: anna");
            rig.job("nobody", "SUBMITTED", 0, "");
            for (String job : List.of("a", "b", "c")) {
                rig.finish(job, HOUR, 0, "");
            }
            rig.tick(HOUR);

            assertThat(rig.priority("john of cs", HOUR)).isEqualTo(140);
            assertThat(rig.priority("john", HOUR)).isEqualTo(100);
            assertThat(rig.priority("cs", HOUR)).isEqualTo(40);
            assertThat(rig.priority("anna of cs", HOUR)).isEqualTo(240);
            assertThat(rig.priority("nobody", HOUR)).isZero();

            // Another hour of 100, all john's, follows.
            rig.job("d", "STARTED", HOUR, "user: john, allocatedTres: {cpu: 100}");
            rig.finish("d", 2 * HOUR, HOUR, "");
            rig.tick(2 * HOUR);

            // john used 140 of 200, 70 %; cs used 30 of 200, 15 %.
            assertThat(rig.priority("john", 2 * HOUR)).isEqualTo(-200);
            assertThat(rig.priority("john of cs", 2 * HOUR)).isEqualTo(-200 + 55);
            assertThat(rig.priority("anna of cs", 2 * HOUR)).isEqualTo(200 + 55);
        }
    }

    /** The class of a job is that of its queue, in usage too: batch used a quarter, 15 below its target. */
    @Test
    void theClassOfAQueueIsCharged() {
        try (StreamRig rig = new StreamRig()) {
            rig.policy(TARGETS + "    FSCLASSWEIGHT: \"1\"\n    CLASSCFG[batch]: FSTARGET=40\n");
            rig.job("a", "STARTED", 0, "allocatedTres: {cpu: 1}, attributes: {queue: batch}");
            rig.job("b", "STARTED", 0, "allocatedTres: {cpu: 3}, attributes: {queue: other}");
            rig.job("w", "SUBMITTED", 0, "attributes: {queue: batch}");
            rig.finish("a", HOUR, 0, "");
            rig.finish("b", HOUR, 0, "");
            rig.tick(HOUR);

            assertThat(rig.priority("w", HOUR)).isEqualTo(15);
        }
    }

    /** A job that waits for nobody's shares is not counted as if it did. */
    @Test
    void nothingWaitsForAShareRecord() {
        try (PipelineDriver pipeline = live()) {
            pipeline.submit("1", "cs", "john", T0);
            pipeline.advance(11_000);

            assertThat(pipeline.count("unplacedAssociations")).isZero();
        }
    }

    /** Names are anybody's to invent: when the job has ended, nothing is published of its tree any more. */
    @Test
    void anUnknownTreeLeavesNothingBehind() {
        try (PipelineDriver pipeline = live()) {
            for (int i = 0; i < 50; i++) {
                pipeline.job(pipeline.event("j" + i, JobEventType.SUBMITTED, T0)
                        .setUser("u" + i)
                        .setTree("unheard" + i));
            }
            pipeline.advance(11_000);
            Set<String> published = keys(pipeline);
            assertThat(published).anyMatch(key -> key.contains("unheard7"));
            for (int i = 0; i < 50; i++) {
                pipeline.job(pipeline.event("j" + i, JobEventType.CANCELLED, T0 + 11_000));
            }
            pipeline.advance(21_000);

            for (Topic topic : List.of(Topic.FAIRSHARE, Topic.PRIORITIES)) {
                published.removeAll(tombstones(pipeline, topic));
            }
            assertThat(published).isEmpty();
        }
    }

    private static Set<String> keys(PipelineDriver pipeline) {
        Set<String> keys = new HashSet<>();
        pipeline.read(Topic.FAIRSHARE, FairshareRecord.class).forEach(sent -> keys.add(sent.key()));
        pipeline.read(Topic.PRIORITIES, PriorityRecord.class).forEach(sent -> keys.add(sent.key()));
        return keys;
    }

    private static Set<String> tombstones(PipelineDriver pipeline, Topic topic) {
        Set<String> keys = new HashSet<>();
        List<? extends Sent<?>> all = topic == Topic.FAIRSHARE
                ? pipeline.read(topic, FairshareRecord.class)
                : pipeline.read(topic, PriorityRecord.class);
        for (Sent<?> sent : all) {
            if (sent.value() == null) {
                keys.add(sent.key());
            } else {
                keys.remove(sent.key());
            }
        }
        return keys;
    }

    private static PipelineDriver live() {
        PipelineDriver pipeline = PipelineDriver.live();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 0)
                .setMeasure(Measure.newBuilder().setName("moab").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setProcessors(4)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.of("FSPOLICY", "DEDICATEDPS", "FSUSERWEIGHT", "1"))
                        .build()));
        return pipeline;
    }
}
