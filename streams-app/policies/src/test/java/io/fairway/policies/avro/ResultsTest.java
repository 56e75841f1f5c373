package io.fairway.policies.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.FairshareTerm;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Step;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.lsf.aps.ApsState;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import io.fairway.schedulers.lsf.aps.QueueJobRecord;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private static final NodeId ANNA = NodeId.ofUser("normal", "g", "anna");
    private static final long NOW = 1_700_000_000_000L;

    /** A job of a fairshare queue: its rank, then 50 and 3 more after every 20 minutes. */
    @Test
    void aPriorityRecordSaysWhichFairshareCountsAndWhatDecidesThen() {
        JobPriorityRecord record = QueueJobRecord.of(
                ANNA, ApsState.submitted(NOW, 50), null, JobPriorityRules.of(100L, "3/20"), false, NOW);

        PriorityRecord written = written(record, Map.of(Attribute.QUEUE, "normal"));

        assertThat(written.getFairshareTerm()).isEqualTo(FairshareTerm.RANK);
        assertThat(written.getFairshareWeight()).isEqualTo(1);
        assertThat(written.getQueue()).isEqualTo("normal");
        assertThat(written.getComponents()).isEmpty();
        assertThat(written.getThen())
                .singleElement()
                .extracting(Component::getName)
                .isEqualTo("JPRIORITY");
        assertThat(written.getThen().get(0).getFactors())
                .extracting(factor -> factor.getForm())
                .containsExactly(
                        new Constant(50.0),
                        new Step(Instant.ofEpochMilli(NOW), 1_200_000L, 3.0, Double.POSITIVE_INFINITY));
    }

    @Test
    void otherwiseTheFactorCountsAndNothingDecides() {
        JobPriorityRecord record = QueueJobRecord.of(
                        null, ApsState.submitted(NOW, 0), null, JobPriorityRules.NONE, false, NOW)
                .withFairshareTerm(io.fairway.core.priority.FairshareTerm.FACTOR)
                .withThen(List.of());

        PriorityRecord written = written(record, Map.of());

        assertThat(written.getFairshareTerm()).isEqualTo(FairshareTerm.FACTOR);
        assertThat(written.getThen()).isEmpty();
        assertThat(written.getQueue()).isEmpty();
    }

    private static PriorityRecord written(JobPriorityRecord record, Map<Attribute, String> said) {
        JobView view = new JobView(
                JobView.Status.PENDING, JobAttributes.of(said, Tres.NONE), NOW, JobFact.NO_RUN, JobFact.NO_RUN);
        return Results.priority(
                Keys.priority("lsf", "main", "lsf", "1", ""),
                ANNA,
                view,
                record,
                true,
                said.getOrDefault(Attribute.QUEUE, ""));
    }
}
