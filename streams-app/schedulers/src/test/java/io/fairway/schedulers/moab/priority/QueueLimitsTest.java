package io.fairway.schedulers.moab.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.moab.config.CredentialLimits;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.UsageLimit;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.job.AccrualPolicy;
import io.fairway.schedulers.moab.job.LimitMark;
import io.fairway.schedulers.moab.job.LimitVerdict;
import io.fairway.schedulers.moab.job.QueueBlocker;
import io.fairway.schedulers.moab.job.QueueClock;
import io.fairway.schedulers.moab.job.QueueFact;
import io.fairway.schedulers.moab.priority.QueueLimits.Active;
import io.fairway.schedulers.moab.priority.QueueLimits.Idle;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueLimitsTest {
    private static JobCredentials of(String user, String account) {
        return JobCredentials.of(Map.of(CredentialType.USER, user, CredentialType.ACCOUNT, account));
    }

    private static Idle<String> idle(String id, String user, double processors) {
        return new Idle<>(id, of(user, "physics"), processors);
    }

    private static Active active(String user, double processors) {
        return new Active(of(user, "physics"), processors);
    }

    private static QueueLimits limits(String credential, String... limits) {
        CredentialLimits all = CredentialLimits.NONE;
        for (String limit : limits) {
            all = all.with(limit.split("=")[0], limit.split("=")[1]);
        }
        CredentialType type = CredentialType.valueOf(credential.split(" ")[0]);
        return new QueueLimits(MoabParameters.builder(MoabDialect.MOAB)
                .credentials(
                        Map.of(new Credential(type, credential.split(" ")[1]), CredentialSettings.NONE.withLimits(all)))
                .build());
    }

    private static Map<String, String> texts(QueueLimits limits, List<Active> active, List<Idle<String>> idle) {
        Map<String, String> texts = new java.util.TreeMap<>();
        limits.decide(active, idle).forEach((job, verdict) -> texts.put(job, verdict.text()));
        return texts;
    }

    /** Two of anna's three jobs may wait; those of bert do not count for her. */
    @Test
    void onlyTheFirstJobsOfACredentialAreEligible() {
        assertThat(texts(
                        limits("USER anna", "MAXIJOB=2"),
                        List.of(active("anna", 1), active("anna", 1), active("anna", 1)),
                        List.of(
                                idle("1", "anna", 1),
                                idle("2", "bert", 1),
                                idle("3", "anna", 1),
                                idle("4", "anna", 1))))
                .isEqualTo(Map.of("1", "", "2", "", "3", "", "4", "IDLEPOLICY MAXIJOB=2 of USERCFG[anna]"));
    }

    /** With one running and a hard limit of 3, two more may start; the soft limit of 1 is exceeded by each. */
    @Test
    void activeJobsHaveASoftAndAHardLimit() {
        String soft = "SOFTPOLICY MAXJOB=1 of USERCFG[anna]";
        assertThat(texts(
                        limits("USER anna", "MAXJOB=1,3"),
                        List.of(active("anna", 1)),
                        List.of(idle("1", "anna", 1), idle("2", "anna", 1), idle("3", "anna", 1))))
                .isEqualTo(Map.of("1", soft, "2", soft, "3", soft + "\nTURN MAXJOB=3 of USERCFG[anna]"));
        assertThat(texts(
                        limits("USER anna", "MAXJOB=1,3"),
                        List.of(active("anna", 1), active("anna", 1), active("anna", 1)),
                        List.of(idle("1", "anna", 1))))
                .isEqualTo(Map.of("1", "HARDPOLICY MAXJOB=3 of USERCFG[anna]"));
    }

    /** 8 of 16 processors are in use: 12 are too many, 8 fit, and then 1 has to wait for its turn. */
    @Test
    void processorsOfActiveJobsAreLimited() {
        assertThat(texts(
                        limits("ACCOUNT physics", "MAXPROC=16"),
                        List.of(active("anna", 8)),
                        List.of(idle("1", "anna", 12), idle("2", "bert", 8), idle("3", "cleo", 1))))
                .isEqualTo(Map.of(
                        "1",
                        "HARDPOLICY MAXPROC=16 of ACCOUNTCFG[physics]",
                        "2",
                        "",
                        "3",
                        "TURN MAXPROC=16 of ACCOUNTCFG[physics]"));
    }

    /** Anna's second job is beyond her limit, and takes no place of her account's two. */
    @Test
    void aJobBeyondOneLimitTakesNoPlaceOfAnother() {
        QueueLimits limits = new QueueLimits(MoabParameters.builder(MoabDialect.MOAB)
                .credentials(Map.of(
                        new Credential(CredentialType.USER, Credential.DEFAULT),
                        CredentialSettings.NONE.withLimits(CredentialLimits.NONE.with("MAXIJOB", "1")),
                        new Credential(CredentialType.ACCOUNT, "physics"),
                        CredentialSettings.NONE.withLimits(CredentialLimits.NONE.with("MAXIJOB", "2"))))
                .build());

        assertThat(texts(
                        limits,
                        List.of(),
                        List.of(
                                idle("1", "anna", 1),
                                idle("2", "anna", 1),
                                idle("3", "bert", 1),
                                idle("4", "cleo", 1))))
                .isEqualTo(Map.of(
                        "1",
                        "",
                        "2",
                        "IDLEPOLICY MAXIJOB=1 of USERCFG[anna]",
                        "3",
                        "",
                        "4",
                        "IDLEPOLICY MAXIJOB=2 of ACCOUNTCFG[physics]"));
    }

    @Test
    void verdictsAreReadAsTheyWereWritten() {
        String text = "SOFTPOLICY MAXJOB=1 of USERCFG[anna b]\nTURN MAXJOB=3 of USERCFG[anna b]";

        assertThat(LimitVerdict.parse(text).text()).isEqualTo(text);
        assertThat(LimitVerdict.parse("")).isEqualTo(LimitVerdict.NONE);
        assertThat(LimitVerdict.parse(text).blockers()).containsExactly(QueueBlocker.SOFTPOLICY);
        assertThat(LimitVerdict.parse(text).mayStart()).isFalse();
    }

    @Test
    void aLimitIsOneOrTwoNumbers() {
        assertThat(UsageLimit.parse("MAXJOB", "8")).isEqualTo(new UsageLimit(8, 8));
        assertThat(UsageLimit.parse("MAXJOB", "2,4")).isEqualTo(new UsageLimit(2, 4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageLimit.parse("MAXJOB", "many"))
                .withMessageContaining("MAXJOB \"many\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageLimit.parse("MAXJOB", "4,2"))
                .withMessageContaining("4,2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageLimit.parse("MAXJOB", "0"))
                .withMessageContaining("1 or more");
    }

    /** 30 minutes counted until the mark, then a limit for 20 minutes of which nothing counts, then 10 more. */
    @Test
    void queueTimeGoesOnFromTheLastDecision() {
        long minute = 60_000;
        List<QueueFact> facts = List.of(QueueFact.of(0, QueueFact.Kind.SUBMITTED));
        AccrualPolicy accrue = AccrualPolicy.of(MoabDialect.MOAB);
        LimitVerdict idle = LimitVerdict.parse("IDLEPOLICY MAXIJOB=1 of USERCFG[anna]");
        LimitMark blocked = new LimitMark(30 * minute, 1, 30 * minute, idle);
        LimitMark free = new LimitMark(50 * minute, 2, 30 * minute, LimitVerdict.NONE);

        assertThat(QueueClock.of(accrue, facts, blocked).at(45 * minute)).isEqualTo(30 * minute);
        assertThat(QueueClock.of(accrue, facts, free).at(60 * minute)).isEqualTo(40 * minute);
        AccrualPolicy excepted = new AccrualPolicy(false, java.util.Set.of(QueueBlocker.IDLEPOLICY));
        assertThat(QueueClock.of(excepted, facts, blocked).at(45 * minute)).isEqualTo(45 * minute);
    }
}
