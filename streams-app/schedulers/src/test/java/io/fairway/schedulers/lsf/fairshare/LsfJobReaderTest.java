package io.fairway.schedulers.lsf.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.schedulers.lsf.LsfGolden;
import io.fairway.schedulers.lsf.aps.AbsolutePriority;
import io.fairway.schedulers.lsf.aps.ApsEvent;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.aps.ApsRequest;
import io.fairway.schedulers.lsf.aps.ApsState;
import io.fairway.schedulers.lsf.aps.ApsState.Place;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The effect of a job's facts on LSF's priorities; the values come from the table of job events. */
class LsfJobReaderTest {
    private static final long SUBMIT = 1_795_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final JobPriorityRules RULES = JobPriorityRules.of(100L, "3/20");
    private static final ApsParameters EXAMPLE_1 = ApsParameters.parse("WEIGHT[[JPRIORITY,1][QPRIORITY,10]]");
    private static final ApsEvent.Settings DEFAULTS = ApsEvent.Settings.DEFAULTS;

    static Stream<Arguments> eventCases() {
        return LsfGolden.cases("aps_after_event");
    }

    /** 65 minutes pending at priority 50, an administrator's value of 10, queue priority 30; then it runs for an hour. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("eventCases")
    void goldenEvents(String id, JsonNode row) {
        JsonNode inputs = row.get("inputs");
        List<JobFact> facts = new ArrayList<>(List.of(
                fact(JobEventType.SUBMITTED, 0)
                        .withAttributes(said(Map.of(
                                Attribute.RESIZABLE, inputs.path("resizable").asText("false")))),
                fact(JobEventType.MODIFIED, 5).withAttributes(said(Map.of(Attribute.ADMIN_VALUE, "10.0")))));
        long minute = 65;
        if (!inputs.get("event").asText().equals("none")) {
            facts.add(fact(JobEventType.STARTED, 65));
            minute = 125;
            facts.add(fact(
                    switch (inputs.get("event").asText()) {
                        case "requeue" -> JobEventType.REQUEUED;
                        case "rerun" -> JobEventType.RERUN;
                        case "migrate" -> JobEventType.MIGRATED;
                        default -> throw new IllegalArgumentException(inputs.toString());
                    },
                    minute));
        }

        assertThat(value(facts, minute))
                .as(id)
                .isEqualTo(row.get("expected").get("calculated").asDouble());
    }

    /** EVT-02 of the table: escalation and the administrator's value are gone, the pending time restarts. */
    @Test
    void aRequeuedJobIsLikeANewOne() {
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0).withAttributes(said(Map.of(Attribute.ADMIN_VALUE, "10"))),
                fact(JobEventType.STARTED, 65),
                fact(JobEventType.REQUEUED, 125));

        assertThat(value(facts.subList(0, 1), 65)).isEqualTo(369);
        assertThat(value(facts, 125)).isEqualTo(350);
        assertThat(value(facts, 145)).isEqualTo(353);
        assertThat(state(facts).place()).isEqualTo(Place.TOP);
        ApsEvent.Settings bottom = new ApsEvent.Settings(false, true, false, ApsEvent.UserRequeue.AS_PRINTED, false);
        assertThat(LsfJobReader.state(view(facts), facts, RULES, bottom).place())
                .isEqualTo(Place.BOTTOM);
    }

    @Test
    void theSystemValueSurvivesARerunButNotARequeue() {
        List<JobFact> before = List.of(
                fact(JobEventType.SUBMITTED, 0),
                fact(JobEventType.MODIFIED, 5).withAttributes(said(Map.of(Attribute.SYSTEM_VALUE, "10"))),
                fact(JobEventType.STARTED, 65));

        assertThat(state(with(before, fact(JobEventType.RERUN, 125))).system()).isEqualTo(10);
        assertThat(state(with(before, fact(JobEventType.REQUEUED, 125))).system())
                .isNull();
    }

    @Test
    void theLastValueOfAnAdministratorAppliesAndZeroRemovesIt() {
        List<JobFact> facts = new ArrayList<>(List.of(fact(JobEventType.SUBMITTED, 0)));
        facts.add(fact(JobEventType.MODIFIED, 1).withAttributes(said(Map.of(Attribute.SYSTEM_VALUE, "-3.5"))));
        assertThat(state(facts).system()).isEqualTo(-3.5);

        facts.add(fact(JobEventType.MODIFIED, 2).withAttributes(said(Map.of(Attribute.ADMIN_VALUE, "5"))));
        assertThat(state(facts).system()).isNull();
        assertThat(state(facts).admin()).isEqualTo(5);

        // There is no system value to remove.
        facts.add(fact(JobEventType.MODIFIED, 3).withAttributes(said(Map.of(Attribute.SYSTEM_VALUE, "0"))));
        assertThat(state(facts).admin()).isEqualTo(5);

        facts.add(fact(JobEventType.MODIFIED, 4).withAttributes(said(Map.of(Attribute.ADMIN_VALUE, "0"))));
        assertThat(state(facts).admin()).isNull();

        facts.add(fact(JobEventType.STARTED, 5));
        facts.add(fact(JobEventType.MODIFIED, 6).withAttributes(said(Map.of(Attribute.ADMIN_VALUE, "7"))));
        assertThat(state(facts).admin()).as("only while it is pending").isNull();
    }

    @Test
    void suspendedAndMigratedJobsGoFirst() {
        List<JobFact> facts = new ArrayList<>(List.of(
                fact(JobEventType.SUBMITTED, 0), fact(JobEventType.SUSPENDED, 1), fact(JobEventType.RESUMED, 2)));
        assertThat(state(facts)).as("held while it waits").isEqualTo(ApsState.submitted(SUBMIT, 50));

        facts.add(fact(JobEventType.STARTED, 65));
        assertThat(state(facts).place()).isEqualTo(Place.USUAL);
        facts.add(fact(JobEventType.SUSPENDED, 70));
        assertThat(state(facts).place()).isEqualTo(Place.BEFORE_PENDING);
        facts.add(fact(JobEventType.RESUMED, 75));
        assertThat(state(facts).place()).isEqualTo(Place.USUAL);
        facts.add(fact(JobEventType.MIGRATED, 125));
        assertThat(state(facts).place()).isEqualTo(Place.BEFORE_PENDING);
        // The five minutes of an unfinished interval still count.
        assertThat(state(facts).escalated(SUBMIT + 140 * MINUTE)).isEqualTo(80 * MINUTE);
    }

    @Test
    void theUserPriorityIsTheOneGivenLast() {
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0).withAttributes(said(Map.of(Attribute.USER_PRIORITY, "20"))),
                fact(JobEventType.MODIFIED, 1).withAttributes(said(Map.of(Attribute.USER_PRIORITY, "120"))));

        assertThat(state(facts.subList(0, 1)).submittedPriority()).isEqualTo(20);
        assertThat(state(facts).submittedPriority())
                .as("administrators exceed the maximum")
                .isEqualTo(120);
        assertThat(state(List.of(fact(JobEventType.SUBMITTED, 0)
                                .withAttributes(said(Map.of(Attribute.USER_PRIORITY, "-1")))))
                        .submittedPriority())
                .as("not given")
                .isEqualTo(50);
        assertThat(LsfJobReader.state(view(facts), facts, JobPriorityRules.NONE, DEFAULTS)
                        .submittedPriority())
                .as("without MAX_USER_PRIORITY")
                .isZero();
    }

    @Test
    void aRunWithoutAStartBeginsAtTheStartInItsEvents() {
        JobFact rerun = JobFact.of(JobEventType.RERUN, SUBMIT + 125 * MINUTE, SUBMIT + 65 * MINUTE);
        JobFact late = JobFact.of(JobEventType.SUSPENDED, SUBMIT + 126 * MINUTE, SUBMIT + 65 * MINUTE);
        List<JobFact> facts = List.of(fact(JobEventType.SUBMITTED, 0), rerun, late);

        assertThat(state(facts).pended(SUBMIT + 125 * MINUTE)).isEqualTo(65 * MINUTE);
        assertThat(state(facts).place()).as("of a run that is over").isEqualTo(Place.USUAL);
        assertThat(value(facts, 125)).isEqualTo(359);
    }

    @Test
    void aResubmittedJobRestartsWithItsAttributes() {
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0)
                        .withAttributes(said(Map.of(Attribute.USER_PRIORITY, "20", Attribute.ADMIN_VALUE, "5"))),
                fact(JobEventType.STARTED, 10),
                fact(JobEventType.REQUEUED, 20),
                fact(JobEventType.SUBMITTED, 30));

        assertThat(state(facts)).isEqualTo(ApsState.submitted(SUBMIT + 30 * MINUTE, 20));
    }

    @Test
    void readsTheRequestsOfTheJob() {
        JobAttributes tres = JobAttributes.of(Map.of(), tres(Map.of("cpu", 16, "mem", 4096, "swap", 20)));
        JobAttributes both = JobAttributes.of(Map.of(Attribute.TASKS, "12"), tres(Map.of("cpu", 24)));

        assertThat(request(tres, 8L)).isEqualTo(ApsRequest.of(16, 4096, 20, 30));
        assertThat(request(both, 8L)).isEqualTo(ApsRequest.of(12, 0, 0, 30));
        assertThat(request(JobAttributes.NONE, 8L)).isEqualTo(ApsRequest.of(8, 0, 0, 30));
        assertThat(request(JobAttributes.NONE, null)).isEqualTo(ApsRequest.of(1, 0, 0, 30));
    }

    private static ApsRequest request(JobAttributes said, @Nullable Long limit) {
        return LsfJobReader.request(List.of(fact(JobEventType.SUBMITTED, 0).withAttributes(said)), 30, limit);
    }

    /** MEM, SWAP, QPRIORITY, ADMIN and JPRIORITY are the job's, and escalate again; PROC comes from the request. */
    @Test
    void aResizeRequestWaitsUntilItIsGrantedOrTheRunEnds() {
        JobFact asks = fact(JobEventType.RESIZE_REQUESTED, 125).withAttributes(said(Map.of(Attribute.TASKS, "8")));
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0)
                        .withAttributes(JobAttributes.of(
                                Map.of(Attribute.ADMIN_VALUE, "7"), tres(Map.of("cpu", 4, "mem", 2, "swap", 3)))),
                fact(JobEventType.STARTED, 65),
                asks);

        LsfJobReader.Resize resize = resize(facts);

        assertThat(resize).isNotNull();
        assertThat(resize.request()).isEqualTo(ApsRequest.of(8, 2, 3, 30));
        ApsParameters parameters =
                ApsParameters.parse("WEIGHT[[PROC,1000][MEM,100][SWAP,10][JPRIORITY,1][QPRIORITY,1][FS,2]]");
        // 8000 + 200 + 30 + 59 + 30 + 2 * 0.25 + 7; 15 minutes later the next interval of the escalation is complete.
        for (int later : new int[] {0, 15}) {
            assertThat(AbsolutePriority.evaluate(
                                    resize.request(),
                                    resize.state(),
                                    0.25,
                                    parameters,
                                    RULES,
                                    SUBMIT + (125 + later) * MINUTE)
                            .value())
                    .isEqualTo(later == 0 ? 8326.5 : 8329.5);
        }
        assertThat(LsfJobReader.request(facts, 30, null).processors())
                .as("the job's")
                .isEqualTo(4);

        assertThat(resize(with(facts, fact(JobEventType.RESIZED, 130)))).isNull();
        assertThat(resize(with(facts, fact(JobEventType.FINISHED, 130)))).isNull();
        assertThat(resize(with(facts, fact(JobEventType.RERUN, 130)))).isNull();
        List<JobFact> again = with(with(facts, fact(JobEventType.RERUN, 130)), fact(JobEventType.STARTED, 140));
        assertThat(resize(again)).as("of an earlier run").isNull();
        assertThat(resize(List.of(facts.get(0), facts.get(1), fact(JobEventType.RESIZE_REQUESTED, 125))))
                .as("without a number")
                .isNull();
    }

    @Test
    void theLastResizeRequestCounts() {
        List<JobFact> facts = List.of(
                fact(JobEventType.SUBMITTED, 0),
                fact(JobEventType.STARTED, 65),
                fact(JobEventType.RESIZE_REQUESTED, 70).withAttributes(said(Map.of(Attribute.TASKS, "8"))),
                fact(JobEventType.RESIZED, 75).withAllocated(tres(Map.of("cpu", 8))),
                fact(JobEventType.RESIZE_REQUESTED, 80)
                        .withAttributes(JobAttributes.of(Map.of(), tres(Map.of("cpu", 16)))));

        LsfJobReader.Resize resize = resize(facts);

        assertThat(resize).isNotNull();
        assertThat(resize.request().processors()).isEqualTo(16);
        assertThat(resize.state().pendingSince()).isEqualTo(SUBMIT + 80 * MINUTE);
    }

    private static LsfJobReader.@Nullable Resize resize(List<JobFact> facts) {
        ApsRequest request = LsfJobReader.request(facts, 30, null);
        return LsfJobReader.resize(view(facts), facts, request, RULES, DEFAULTS);
    }

    private static double value(List<JobFact> facts, long minute) {
        return AbsolutePriority.evaluate(
                        LsfJobReader.request(facts, 30, null),
                        state(facts),
                        0,
                        EXAMPLE_1,
                        RULES,
                        SUBMIT + minute * MINUTE)
                .value();
    }

    private static ApsState state(List<JobFact> facts) {
        return LsfJobReader.state(view(facts), facts, RULES, DEFAULTS);
    }

    private static JobView view(List<JobFact> facts) {
        List<JobFact> sorted = new ArrayList<>(facts);
        Collections.sort(sorted);
        assertThat(sorted).isEqualTo(facts);
        return JobView.of(new JobState(facts, SUBMIT), List.of());
    }

    private static List<JobFact> with(List<JobFact> facts, JobFact more) {
        List<JobFact> all = new ArrayList<>(facts);
        all.add(more);
        return all;
    }

    private static JobFact fact(JobEventType type, long minute) {
        return JobFact.of(type, SUBMIT + minute * MINUTE, JobFact.NO_RUN);
    }

    private static JobAttributes said(Map<Attribute, String> values) {
        return JobAttributes.of(values, Tres.NONE);
    }

    private static Tres tres(Map<String, Integer> counts) {
        Map<String, BigDecimal> exact = new java.util.HashMap<>();
        counts.forEach((name, count) -> exact.put(name, BigDecimal.valueOf(count)));
        return Tres.of(exact);
    }
}
