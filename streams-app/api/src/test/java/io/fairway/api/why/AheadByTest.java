package io.fairway.api.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A queue of six jobs before one, added up by hand. */
class AheadByTest {
    private static final long AT = 1_700_000_000_000L;
    private static final RankedJob OWN = job("own", "anna", "physics", 0.1, 0.1);

    @Test
    void addsUpJobsProcessorsAndProcessorHoursByUserAndAccount() {
        List<AheadBy> groups = AheadBy.of(
                OWN,
                List.of(
                        asks(job("1", "ben", "physics", 0.5, 0.1), 4, 10),
                        asks(job("2", "carla", "bio", 0.2, 0.1), 16, 24),
                        asks(job("3", "ben", "physics", 0.6, 0.1), 8, 0.5),
                        asks(job("4", "ben", "bio", 0.1, 0.9), 2, Double.NaN),
                        asks(job("5", "carla", "bio", 0.1, 0.8), 16, Double.NaN)),
                AT);

        assertThat(groups)
                .extracting(
                        AheadBy::user,
                        AheadBy::account,
                        AheadBy::jobs,
                        AheadBy::processors,
                        AheadBy::processorHours,
                        AheadBy::withoutLimit)
                .containsExactly(
                        tuple("carla", "bio", 2, 32.0, 384.0, 1),
                        tuple("ben", "physics", 2, 12.0, 44.0, 0),
                        tuple("ben", "bio", 1, 2.0, 0.0, 1));
    }

    /** Two jobs lead by 300 points of age each, and one by 500 of size. */
    @Test
    void theTermIsTheOneThatMakesMostOfAllLeads() {
        List<AheadBy> groups = AheadBy.of(
                OWN,
                List.of(
                        asks(job("2", "carla", "bio", 0.4, 0.1), 1, 1),
                        asks(job("5", "carla", "bio", 0.1, 0.6), 1, 1),
                        asks(job("6", "carla", "bio", 0.4, 0.1), 1, 1)),
                AT);

        assertThat(groups).singleElement().extracting(AheadBy::term).isEqualTo("age");
    }

    /** Names that a caller may not see are empty: their jobs are one group. */
    @Test
    void jobsWithoutANameAreOneGroup() {
        List<AheadBy> groups = AheadBy.of(
                OWN,
                List.of(
                        asks(job("", "", "", 0.5, 0.1), 4, 10),
                        asks(job("", "", "", 0.6, 0.1), 4, 70),
                        asks(job("7", "anna", "physics", 0.6, 0.1), 1, 1)),
                AT);

        assertThat(groups)
                .extracting(AheadBy::user, AheadBy::jobs, AheadBy::processorHours, AheadBy::term)
                .containsExactly(tuple("", 2, 320.0, "age"), tuple("anna", 1, 1.0, "age"));
    }

    private static AheadBy.Request asks(RankedJob job, double processors, double hours) {
        return new AheadBy.Request(job, processors, hours);
    }

    /** A priority of 1000 points for age, and as many for size. */
    private static RankedJob job(String id, String user, String account, double age, double size) {
        JobPriorityRecord record = new JobPriorityRecord(
                List.of(
                        Component.of("age", 1000, new Form.Constant(age)),
                        Component.of("size", 1000, new Form.Constant(size))),
                0,
                0,
                NodeId.ofUser("alps", "physics", "anna"),
                Rounding.LSF,
                0,
                Double.POSITIVE_INFINITY,
                false,
                AT);
        return new RankedJob("alps", id, user, account, "", 0, record, 0);
    }
}
