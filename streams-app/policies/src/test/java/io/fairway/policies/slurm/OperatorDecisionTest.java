package io.fairway.policies.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sequences of commands, and the priority that a real Slurm 22.05 showed after them; "plug-in" is its own number. */
class OperatorDecisionTest {

    /** scontrol hold, release, requeue, and update Priority=N. */
    @ParameterizedTest
    @CsvSource({
        "'12345', 12345",
        "'12345 hold', 0",
        "'12345 hold release', plug-in",
        "'hold 12345', 0",
        "'hold 12345 release', plug-in",
        "'0', 0",
        "'0 12345', 0",
        "'0 12345 release', plug-in",
        "'12345 release', plug-in",
        "'12345 0', 0",
        "'12345 0 release', plug-in",
        "'12345 0 release 77', 77",
        "'hold release 500', 500",
        "'hold release 500 hold release', plug-in",
        "'12345 requeue', 12345",
        "'12345 requeue hold', 0",
        "'12345 requeue hold release', plug-in",
    })
    void theOrderOfTheCommandsDecides(String commands, String priority) {
        assertThat(priority(OperatorDecision.of(facts(commands)))).isEqualTo(priority);
    }

    /** The contract of the field, where Slurm has nothing: -1 returns the job to the policy. */
    @ParameterizedTest
    @CsvSource({"'12345 -1', plug-in", "'0 -1', plug-in", "'0 -1 5', 5", "'hold -1', 0", "'userhold 5', 0"})
    void minusOneTakesBackANumberAndNoHold(String commands, String priority) {
        assertThat(priority(OperatorDecision.of(facts(commands)))).isEqualTo(priority);
    }

    @Test
    void aNumberBesideALimitIsNotTheJobs() {
        JobFact limit = direct(JobEventType.LIMITED, 1, 7);

        assertThat(OperatorDecision.of(List.of(limit)).fixed()).isNull();
    }

    private static String priority(OperatorDecision decided) {
        if (decided.hold() != null || decided.isZero()) {
            return "0";
        }
        return decided.fixed() == null ? "plug-in" : decided.fixed().toString();
    }

    private static List<JobFact> facts(String commands) {
        List<JobFact> facts = new ArrayList<>();
        for (String command : commands.split(" ")) {
            long time = facts.size();
            facts.add(
                    switch (command) {
                        case "hold" -> JobFact.of(JobEventType.HELD, time, JobFact.NO_RUN);
                        case "userhold" ->
                            JobFact.of(JobEventType.INELIGIBLE, time, JobFact.NO_RUN)
                                    .withAttributes(JobAttributes.of(Map.of(Attribute.REASON, "USER_HOLD"), Tres.NONE));
                        case "release" -> JobFact.of(JobEventType.RELEASED, time, JobFact.NO_RUN);
                        case "requeue" -> JobFact.of(JobEventType.REQUEUED, time, JobFact.NO_RUN);
                        default -> direct(JobEventType.MODIFIED, time, Long.parseLong(command));
                    });
        }
        return facts;
    }

    private static JobFact direct(JobEventType type, long time, long priority) {
        return JobFact.of(type, time, JobFact.NO_RUN)
                .withAttributes(
                        JobAttributes.of(Map.of(Attribute.DIRECT_PRIORITY, Long.toString(priority)), Tres.NONE));
    }
}
