package io.fairway.schedulers.moab.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.schedulers.moab.dialect.MoabDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JOBPRIOACCRUALPOLICY: the blockers that stop the queue time, and those that reset it. */
class QueueClockTest {
    private static final long SUBMIT = 1_795_000_000_000L;
    private static final long MINUTE = 60_000;

    /** Blocked from minute 10 to 30 of 60: minutes accrued at 20 and at 60. */
    @ParameterizedTest
    @CsvSource({
        "MOAB, ACCRUE, NONE, USERHOLD, 10, 40",
        "MOAB, ACCRUE, USERHOLD, USERHOLD, 20, 60",
        "MOAB, ACCRUE, 'BATCHHOLD,SYSTEMHOLD,DEPENDS', DEPENDS, 20, 60",
        "MOAB, ACCRUE, ALL, DEFER, 20, 60",
        "MOAB, RESET, NONE, USERHOLD, 0, 30",
        "MOAB, RESET, USERHOLD, USERHOLD, 20, 60",
        "MOAB, ALWAYS, NONE, SYSTEMHOLD, 20, 60",
        "MOAB, QUEUEPOLICY, NONE, SOFTPOLICY, 20, 60",
        "MOAB, QUEUEPOLICY, NONE, HARDPOLICY, 20, 60",
        "MOAB, QUEUEPOLICY, NONE, USERHOLD, 10, 40",
        "MOAB, QUEUEPOLICYRESET, NONE, IDLEPOLICY, 0, 30",
        "MOAB, FULLPOLICY, NONE, HARDPOLICY, 10, 40",
        "MOAB, FULLPOLICYRESET, NONE, HARDPOLICY, 0, 30",
        "MAUI, ALWAYS, NONE, HARDPOLICY, 20, 60",
        "MAUI, QUEUEPOLICY, NONE, HARDPOLICY, 0, 30",
        "MAUI, QUEUEPOLICY, NONE, IDLEPOLICY, 0, 30",
        "MAUI, QUEUEPOLICY, NONE, USERHOLD, 20, 60",
        "MAUI, QUEUEPOLICY, NONE, SOFTPOLICY, 20, 60",
        "MAUI, FULLPOLICY, NONE, USERHOLD, 0, 30",
        "MAUI, FULLPOLICY, NONE, DEPENDS, 0, 30"
    })
    void accrues(
            MoabDialect dialect, String policy, String exceptions, QueueBlocker blocker, long blocked, long after) {
        AccrualPolicy accrual = AccrualPolicy.parse(policy, exceptions, dialect);
        List<QueueFact> facts = new ArrayList<>();
        facts.add(QueueFact.of(SUBMIT, QueueFact.Kind.SUBMITTED));
        facts.add(QueueFact.blocked(SUBMIT + 10 * MINUTE, blocker));
        assertThat(QueueClock.of(accrual, facts).at(SUBMIT + 20 * MINUTE)).isEqualTo(blocked * MINUTE);

        facts.add(QueueFact.unblocked(SUBMIT + 30 * MINUTE, blocker));
        assertThat(QueueClock.of(accrual, facts).at(SUBMIT + 60 * MINUTE)).isEqualTo(after * MINUTE);
    }

    @Test
    void everyBlockerMustEnd() {
        AccrualPolicy accrue = AccrualPolicy.of(MoabDialect.MOAB);
        List<QueueFact> facts = List.of(
                QueueFact.of(SUBMIT, QueueFact.Kind.SUBMITTED),
                QueueFact.blocked(SUBMIT, QueueBlocker.USERHOLD),
                QueueFact.blocked(SUBMIT + 5 * MINUTE, QueueBlocker.DEPENDS),
                QueueFact.unblocked(SUBMIT + 10 * MINUTE, QueueBlocker.USERHOLD),
                QueueFact.unblocked(SUBMIT + 20 * MINUTE, QueueBlocker.DEPENDS));

        assertThat(QueueClock.of(accrue, facts)).isEqualTo(Accrual.since(SUBMIT + 20 * MINUTE));
    }

    /** A job held from the start gains nothing by waiting. */
    @Test
    void aHoldAtSubmissionCountsFromTheStart() {
        List<QueueFact> facts = List.of(
                QueueFact.blocked(SUBMIT, QueueBlocker.USERHOLD), QueueFact.of(SUBMIT, QueueFact.Kind.SUBMITTED));

        assertThat(QueueClock.of(AccrualPolicy.of(MoabDialect.MOAB), facts)).isEqualTo(Accrual.stopped(0));
        assertThat(QueueClock.of(AccrualPolicy.of(MoabDialect.MAUI), facts)).isEqualTo(Accrual.since(SUBMIT));
    }

    @Test
    void theTimeOfARunDoesNotCount() {
        List<QueueFact> facts = List.of(
                QueueFact.of(SUBMIT, QueueFact.Kind.SUBMITTED),
                QueueFact.of(SUBMIT + 10 * MINUTE, QueueFact.Kind.STARTED),
                QueueFact.of(SUBMIT + 50 * MINUTE, QueueFact.Kind.REQUEUED));

        AccrualPolicy accrue = AccrualPolicy.of(MoabDialect.MOAB);
        assertThat(QueueClock.of(accrue, facts.subList(0, 2))).isEqualTo(Accrual.stopped(10 * MINUTE));
        assertThat(QueueClock.of(accrue, facts)).isEqualTo(new Accrual(10 * MINUTE, SUBMIT + 50 * MINUTE));
    }

    @Test
    void theOrderOfFactsDoesNotMatter() {
        List<QueueFact> facts = new ArrayList<>();
        Random random = new Random(7);
        List<QueueBlocker> blockers = List.copyOf(EnumSet.allOf(QueueBlocker.class));
        facts.add(QueueFact.of(SUBMIT, QueueFact.Kind.SUBMITTED));
        for (int i = 1; i < 30; i++) {
            QueueBlocker blocker = blockers.get(random.nextInt(blockers.size()));
            long at = SUBMIT + i * MINUTE;
            facts.add(i % 2 == 0 ? QueueFact.blocked(at, blocker) : QueueFact.unblocked(at, blocker));
        }
        for (String name : List.of("ACCRUE", "RESET", "QUEUEPOLICY", "FULLPOLICYRESET")) {
            AccrualPolicy policy = AccrualPolicy.parse(name, "DEFER", MoabDialect.MOAB);
            Accrual expected = QueueClock.of(policy, facts);
            for (int i = 0; i < 20; i++) {
                List<QueueFact> shuffled = new ArrayList<>(facts);
                Collections.shuffle(shuffled, random);
                assertThat(QueueClock.of(policy, shuffled)).isEqualTo(expected);
            }
        }
    }

    @Test
    void refusesUnknownNames() {
        assertThatThrownBy(() -> AccrualPolicy.parse("SOMETIMES", "NONE", MoabDialect.MOAB))
                .hasMessageContaining("JOBPRIOACCRUALPOLICY \"SOMETIMES\"");
        assertThatThrownBy(() -> AccrualPolicy.parse("ACCRUE", "LUNCH", MoabDialect.MOAB))
                .hasMessageContaining("JOBPRIOEXCEPTIONS \"LUNCH\"");
        assertThatThrownBy(() -> new QueueFact(0, QueueFact.Kind.BLOCKED, null)).hasMessageContaining("BLOCKED");
    }
}
