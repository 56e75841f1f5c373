package io.fairway.dispatcher.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.Heartbeat;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.publish.MockPublisher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriteBackTest {
    private static final long NOW = 1_000_000;

    private final MockPublisher topic = new MockPublisher();
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, Records.POLICY);
    private final List<String> news = new ArrayList<>();
    private final StubSlurm slurm = new StubSlurm();
    private WriteBack duty = duty(SlurmParameter.SITE_FACTOR, 0, 1_000);

    /** A Slurm that does as it is told, or says what a test wants for a job. */
    private static final class StubSlurm implements Slurm {
        final Map<String, Long> values = new HashMap<>();
        final Map<String, String> says = new HashMap<>();
        final List<String> calls = new ArrayList<>();
        Runnable before = () -> {};

        @Override
        public List<Answer> carryOut(List<Update> updates) {
            before.run();
            List<Answer> answers = new ArrayList<>();
            for (Update update : updates) {
                calls.add(update.command());
                String said = says.getOrDefault(update.unit(), "");
                if (said.isEmpty()) {
                    values.put(update.unit(), update.value());
                }
                answers.add(Answer.of(update, said));
            }
            return answers;
        }

        /** The jobs, the one with the greatest value first. */
        List<String> order() {
            return values.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        @Override
        public void close() {}
    }

    private WriteBack duty(SlurmParameter slurmParameter, double step, double calls) {
        return new WriteBack(
                new WriteBackSettings("me", "alps", slurmParameter, step, calls, Duration.ofSeconds(60), 0, false),
                slurm,
                news::add);
    }

    private void waits(String job, double priority) {
        queue.priority(Records.key(job), Records.job(job, priority).build());
    }

    private void evaluated(long through) {
        queue.heartbeat(
                "alps|main",
                Heartbeat.newBuilder()
                        .setDomain("alps")
                        .setPolicy("main")
                        .setEvaluatedThrough(Instant.ofEpochMilli(through))
                        .setInputOffsets(Map.of())
                        .setCounts(Map.of())
                        .setProblems(List.of())
                        .build());
    }

    private void cycle(long now) {
        evaluated(now);
        duty.cycle("alps", queue, now, topic.publisher());
    }

    @Test
    void slurmGetsTheOrder() {
        waits("1", 10);
        waits("2", 30);
        waits("3", 20);

        cycle(NOW);

        assertThat(slurm.order()).containsExactly("2", "3", "1");
        assertThat(news).containsExactly("told 3 of 3 changes, 3 waiting");
    }

    @Test
    void whatDoesNotMoveIsNotToldAgain() {
        waits("1", 10);
        waits("2", 30);
        waits("3", 20);
        cycle(NOW);
        slurm.calls.clear();

        cycle(NOW + 1_000);
        assertThat(slurm.calls).isEmpty();

        waits("4", 25);
        waits("1", 12);
        cycle(NOW + 2_000);
        assertThat(slurm.calls).hasSize(1).allMatch(call -> call.startsWith("update JobId=4 SiteFactor="));
        assertThat(slurm.order()).containsExactly("2", "4", "3", "1");

        waits("1", 28);
        cycle(NOW + 3_000);
        assertThat(slurm.calls).hasSize(2);
        assertThat(slurm.order()).containsExactly("2", "1", "4", "3");
    }

    @Test
    void differencesWithinAStepChangeNothing() {
        duty = duty(SlurmParameter.SITE_FACTOR, 10, 1_000);
        waits("1", 31);
        waits("2", 32);
        waits("3", 5);
        cycle(NOW);
        assertThat(slurm.order()).containsExactly("2", "1", "3");
        slurm.calls.clear();

        waits("1", 39);
        waits("3", 29.9);
        cycle(NOW + 1_000);
        assertThat(slurm.calls).isEmpty();

        waits("1", 40);
        cycle(NOW + 2_000);
        assertThat(slurm.order()).containsExactly("1", "2", "3");
    }

    @Test
    void whatIsToldIsOnRecordBefore() {
        waits("1", 10);
        List<Integer> onRecord = new ArrayList<>();
        slurm.before = () -> onRecord.add(topic.dispatches().size());

        cycle(NOW);

        assertThat(onRecord).containsExactly(1);
        Dispatch record = topic.dispatches().get(0);
        assertThat(record.getAction()).isEqualTo(DispatchAction.TOLD);
        assertThat(record.getJob()).isEqualTo("1");
        assertThat(record.getParameter()).isEqualTo("SiteFactor");
        assertThat(record.getValue()).isEqualTo(slurm.values.get("1"));
        assertThat(record.getDispatcher()).isEqualTo("me");
        assertThat(record.getPriority()).isEqualTo(10);
        assertThat(record.getAccount()).isEqualTo("cms");
        assertThat(record.getTime()).isEqualTo(Instant.ofEpochMilli(NOW));
    }

    @Test
    void atTheEndItTakesBackWhatItSetAndNothingElse() {
        waits("1", 10);
        waits("2", 20);
        cycle(NOW);
        waits("3", 30);
        slurm.calls.clear();

        assertThat(duty.leave("alps", queue, NOW + 1_000, topic.publisher())).isFalse();
        assertThat(duty.leave("alps", queue, NOW + 1_001, topic.publisher())).isTrue();

        assertThat(slurm.calls).containsExactlyInAnyOrder("update JobId=1 SiteFactor=0", "update JobId=2 SiteFactor=0");
        assertThat(topic.dispatches().subList(2, 4))
                .allMatch(record -> record.getAction() == DispatchAction.RETURNED && record.getValue() == null);
        assertThat(news).last().isEqualTo("handed back 2 jobs and arrays");
    }

    @Test
    void theNextOneKnowsWhatAKilledOneSet() {
        waits("1", 10);
        waits("2", 20);
        cycle(NOW);
        waits("3", 15);
        slurm.calls.clear();

        WriteBack next = duty(SlurmParameter.SITE_FACTOR, 0, 1_000);
        topic.dispatches().forEach(next::recall);
        evaluated(NOW + 5_000);
        next.cycle("alps", queue, NOW + 5_000, topic.publisher());
        assertThat(slurm.calls).hasSize(1);
        assertThat(slurm.order()).containsExactly("2", "3", "1");
        next.leave("alps", queue, NOW + 6_000, topic.publisher());

        assertThat(slurm.values).containsOnlyKeys("1", "2", "3").containsValues((Long) null);
        assertThat(slurm.calls).hasSize(4);
    }

    @Test
    void anotherLeverTakesBackWhatTheFirstOneSet() {
        waits("1", 10);
        cycle(NOW);

        WriteBack next = duty(SlurmParameter.NICE, 0, 1_000);
        topic.dispatches().forEach(next::recall);
        evaluated(NOW + 5_000);
        next.cycle("alps", queue, NOW + 5_000, topic.publisher());

        assertThat(slurm.calls.get(1)).isEqualTo("update JobId=1 SiteFactor=0");
        assertThat(slurm.calls.get(2)).startsWith("update JobId=1 Nice=-");
    }

    @Test
    void aJobThatWaitsNoLongerIsOnlyNoted() {
        waits("1", 10);
        cycle(NOW);
        queue.priority(Records.key("1"), null);
        slurm.calls.clear();

        cycle(NOW + 1_000);

        assertThat(slurm.calls).isEmpty();
        assertThat(topic.dispatches()).last().extracting(Dispatch::getAction).isEqualTo(DispatchAction.RETURNED);
        assertThat(duty.leave("alps", queue, NOW + 2_000, topic.publisher())).isTrue();
        assertThat(slurm.calls).isEmpty();
    }

    @Test
    void aHeldJobKeepsItsNumberUntilTheEnd() {
        waits("1", 10);
        cycle(NOW);
        queue.priority(Records.key("1"), Records.job("1", 10).setHeld(true).build());
        slurm.calls.clear();

        cycle(NOW + 1_000);
        assertThat(slurm.calls).isEmpty();

        duty.leave("alps", queue, NOW + 2_000, topic.publisher());
        assertThat(slurm.calls).containsExactly("update JobId=1 SiteFactor=0");
    }

    @Test
    void aStaleRankingIsNotTold() {
        waits("1", 10);
        duty.cycle("alps", queue, NOW, topic.publisher());
        assertThat(duty.isStale()).isTrue();
        evaluated(NOW - 61_000);
        duty.cycle("alps", queue, NOW, topic.publisher());
        assertThat(slurm.calls).isEmpty();
        assertThat(topic.dispatches()).isEmpty();

        evaluated(NOW - 60_000);
        duty.cycle("alps", queue, NOW, topic.publisher());

        assertThat(slurm.calls).hasSize(1);
        assertThat(news)
                .containsExactly(
                        "waits: domain alps has no heartbeat of its policy: is `fairway serve` running?. Slurm is told"
                                + " nothing, and keeps what it was told",
                        "goes on: the ranking of domain alps is evaluated again",
                        "told 1 of 1 change, 1 waiting");
    }

    @Test
    void callsAreBoundedAndTheFirstJobsComeFirst() {
        duty = duty(SlurmParameter.SITE_FACTOR, 0, 2);
        for (int i = 1; i <= 7; i++) {
            waits(Integer.toString(i), -i);
        }

        cycle(NOW);
        assertThat(slurm.order()).containsExactly("1", "2");
        cycle(NOW + 1);
        assertThat(slurm.calls).hasSize(2);
        cycle(NOW + 1_001);
        cycle(NOW + 60_000);

        assertThat(slurm.order()).containsExactly("1", "2", "3", "4", "5", "6");
        assertThat(slurm.calls).hasSize(6);
    }

    @Test
    void whatSlurmctldDidNotAnswerIsToldAgainLater() {
        waits("1", 10);
        slurm.says.put("1", "slurm_update error: Unable to contact slurm controller (connect failure)");

        cycle(NOW);
        cycle(NOW + 500);
        assertThat(slurm.calls).hasSize(1);
        slurm.says.clear();
        cycle(NOW + 1_000);

        assertThat(slurm.calls).hasSize(2);
        assertThat(slurm.values).containsKey("1");
        cycle(NOW + 9_000);
        assertThat(slurm.calls).hasSize(2);
    }

    @Test
    void whatSlurmRefusesIsToldAgainAfterAMinute() {
        waits("1", 10);
        slurm.says.put("1", "Requested operation is presently disabled");

        cycle(NOW);
        cycle(NOW + 30_000);
        assertThat(slurm.calls).hasSize(1);
        cycle(NOW + 60_000);

        assertThat(slurm.calls).hasSize(2);
        assertThat(duty.counts().refused()).isEqualTo(2);
    }

    @Test
    void withoutTheRightsItEnds() {
        waits("1", 10);
        slurm.says.put("1", "Access/permission denied for job 1");

        assertThatThrownBy(() -> cycle(NOW))
                .isInstanceOf(SlurmRefusesException.class)
                .hasMessageContaining("Access/permission denied for job 1")
                .hasMessageContaining("AdminLevel Operator");
    }

    @Test
    void slurmctldThatStaysAwayAtTheEndKeepsTheJobsOnRecord() {
        waits("1", 10);
        cycle(NOW);
        slurm.says.put("1", "slurm_update error: Unable to contact slurm controller (connect failure)");

        assertThat(duty.leave("alps", queue, NOW + 1_000, topic.publisher())).isFalse();
        assertThat(duty.leave("alps", queue, NOW + 30_000, topic.publisher())).isFalse();
        assertThat(duty.leave("alps", queue, NOW + 70_000, topic.publisher())).isTrue();

        assertThat(topic.dispatches()).hasSize(1);
        assertThat(news).last().asString().startsWith("1 jobs and arrays keep what they were told");
    }

    @Test
    void aDryRunPrintsWhatItWouldTellAndTellsNothing() {
        waits("1", 10);
        waits("2", 20);

        evaluated(NOW);
        duty.cycle("alps", queue, NOW, null);
        duty.cycle("alps", queue, NOW, null);

        assertThat(slurm.calls).isEmpty();
        assertThat(news.get(0)).containsSubsequence("PLACE", "JOB", "ACCOUNT", "USER", "PRIORITY", "NOW", "SITEFACTOR");
        assertThat(news.get(1)).containsSubsequence("1", "2", "cms", "anna", "20", "-");
        assertThat(news.get(2)).containsSubsequence("2", "1", "cms", "anna", "10", "-");
        assertThat(news.subList(3, news.size())).containsExactly("would tell 2 of 2 waiting jobs and arrays");
    }

    @Test
    void jobsOfOtherClustersAndIdsThatSlurmDoesNotHaveAreLeftAlone() {
        waits("1", 10);
        waits("j2", 20);
        queue.priority(
                "alps|main|elsewhere|3|",
                Records.job("3", 30).setCluster("elsewhere").build());

        cycle(NOW);

        assertThat(slurm.values).containsOnlyKeys("1");
    }

    @Test
    void aRecordIsWrittenAgainBeforeTheTopicForgetsIt() {
        waits("1", 10);
        cycle(NOW);
        slurm.calls.clear();

        cycle(NOW + Duration.ofDays(8).toMillis());

        assertThat(slurm.calls).isEmpty();
        assertThat(topic.dispatches()).hasSize(2);
        assertThat(topic.dispatches().get(1).getValue())
                .isEqualTo(topic.dispatches().get(0).getValue());
    }
}
