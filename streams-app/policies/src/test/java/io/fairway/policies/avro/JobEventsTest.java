package io.fairway.policies.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.FactRules;
import io.fairway.core.model.JobFact;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
}
