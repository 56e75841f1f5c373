package io.fairway.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.FactRules;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JobEventsTest {
    @Test
    void readsWhatLsfTellsOfAJob() {
        JobFact fact = JobEvents.fact(event(JobAttributes.newBuilder()
                .setExecutionHosts(List.of("n2", "n2", "n1", "n2"))
                .setSystemValue(-2.5)
                .setResizable(true)
                .build()));

        assertThat(fact.attributes().values())
                .isEqualTo(Map.of(
                        Attribute.EXECUTION_HOSTS, "n2*3,n1",
                        Attribute.SYSTEM_VALUE, "-2.5",
                        Attribute.RESIZABLE, "true"));
    }

    /** Slots by host go before what the list of hosts says; its order stays. */
    @Test
    void slotsByHostAreKeptInTheOrderOfTheHosts() {
        JobFact fact = JobEvents.fact(event(JobAttributes.newBuilder()
                .setExecutionHosts(List.of("n3", "n1"))
                .setHostSlots(Map.of("n1", 8L, "n2", 1L, "n3", 2L))
                .build()));

        assertThat(fact.attributes().text(Attribute.EXECUTION_HOSTS)).isEqualTo("n3*2,n1*8,n2");
    }

    @Test
    void aSystemValueBeyondWhatTheOrderHasRoomForIsImpossible() {
        JobEvent most = event(JobAttributes.newBuilder().setSystemValue(-1e11).build());
        JobEvent more = event(JobAttributes.newBuilder().setSystemValue(1.5e11).build());

        assertThat(FactRules.problem(JobEvents.key(most), JobEvents.fact(most))).isNull();
        assertThat(FactRules.problem(JobEvents.key(more), JobEvents.fact(more)))
                .isEqualTo("SYSTEM_VALUE 1.5E11: must be -100000000000 to 100000000000");
    }

    private static JobEvent event(JobAttributes said) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob("1")
                .setType(JobEventType.MODIFIED)
                .setTime(Instant.ofEpochMilli(1_000))
                .setAttributes(said)
                .build();
    }

    /** Of a hundred thousand waiting jobs each would hold the names of its cluster, account and user. */
    @Test
    void factsShareTheValuesThatAreEqual() {
        SharedValues shared = new SharedValues();
        JobFact one = JobEvents.fact(submitted("1"), shared);
        JobFact other = JobEvents.fact(submitted("2"), shared);

        assertThat(one.attributes().text(Attribute.USER))
                .isEqualTo("anna")
                .isSameAs(other.attributes().text(Attribute.USER))
                .isNotSameAs(JobEvents.fact(submitted("3")).attributes().text(Attribute.USER));
        assertThat(one.attributes().requested())
                .isEqualTo(Tres.cpus(2))
                .isSameAs(other.attributes().requested());
        assertThat(JobEvents.key(submitted("1"), shared).cluster())
                .isEqualTo("alps")
                .isSameAs(JobEvents.key(submitted("2"), shared).cluster());
    }

    /** A value that another one drives out of its place is still the value. */
    @Test
    void moreValuesThanItKnowsAreRight() {
        SharedValues shared = new SharedValues();
        for (int round = 0; round < 2; round++) {
            for (int name = 0; name < 50_000; name++) {
                assertThat(shared.once("u" + name)).isEqualTo("u" + name);
            }
        }
    }

    /** Names with equal hashes, so that different resources meet at one place. */
    @Test
    void factsOfSharedValuesAreThoseThatAreReadAlone() {
        SplittableRandom random = new SplittableRandom(7);
        SharedValues shared = new SharedValues();
        for (int i = 0; i < 20_000; i++) {
            JobEvent event = submitted("j" + i);
            event.setUser(name(random));
            event.setAccount(random.nextBoolean() ? name(random) : null);
            event.setAllocatedTres(random.nextBoolean() ? counts(random) : null);
            event.setAttributes(JobAttributes.newBuilder()
                    .setRequestedTres(counts(random))
                    .setNodes(random.nextInt(4))
                    .setQos(name(random))
                    .build());

            assertThat(JobEvents.fact(event, shared)).isEqualTo(JobEvents.fact(event));
        }
    }

    private static String name(SplittableRandom random) {
        return random.nextBoolean() ? "Aa" : "BB";
    }

    private static Map<String, Double> counts(SplittableRandom random) {
        Map<String, Double> counts = new HashMap<>();
        for (int names = random.nextInt(4); names > 0; names--) {
            counts.put(name(random) + name(random), random.nextInt(-1, 3) * 0.5);
        }
        for (int i = 0; random.nextInt(10) == 0 && i < 20; i++) {
            counts.put("r" + i, 1.0);
        }
        return counts;
    }

    private static JobEvent submitted(String job) {
        return JobEvent.newBuilder()
                .setDomain("d")
                .setCluster(new String("alps"))
                .setJob(job)
                .setType(JobEventType.SUBMITTED)
                .setTime(Instant.EPOCH)
                .setUser(new String("anna"))
                .setAttributes(JobAttributes.newBuilder()
                        .setRequestedTres(Map.of("cpu", 2.0))
                        .build())
                .build();
    }
}
