package io.fairway.schedulers.moab.priority;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.priority.Form;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.MoabJob;
import java.util.List;

/**
 * The service and the target component: the service to the job so far. q is its effective queue time, w its wall clock
 * limit.
 *
 * <ol>
 *   <li>QUEUETIME: q in minutes, a real number. Its weight is QUEUETIMEWEIGHT + QTWEIGHT of the QOS.
 *   <li>XFACTOR: 1 + q / max(XFMINWCLIMIT, w); 1 for a job without limit. Its weight is XFACTORWEIGHT + XFWEIGHT of the
 *       QOS.
 *   <li>BYPASS, STARTCOUNT: the counts. SPVIOLATION: 1 if the job violates a soft limit.
 *   <li>DEADLINE: (now - submit) / (deadline - submit), 0..1; 0 without deadline. Moab says only that it grows linearly; the
 *       formula is Fairway's.
 *   <li>USERPRIO: limited to -1024..0, with ENABLEPOSUSERPRIORITY to -1024..1023.
 *   <li>TARGETQUEUETIME: max(1e-4, QTTARGET - q)^-2, in minutes; TARGETXFACTOR: max(1e-4, XFTARGET - XFACTOR)^-2, the XFACTOR
 *       before its cap. 0 without target. Past the target they are 10^8 and grow by the excess.
 * </ol>
 *
 * <p>Source: Moab 5.1.2-D and 5.1.2-E; the inverse square from Maui 3.3. {@link Readings} lists Maui's differences.
 */
record ServiceFactors(Evaluation evaluation, Accrual queue, CredentialSettings qos) {
    private static final long MINUTE = 60_000;
    private static final double NONE = Double.POSITIVE_INFINITY;
    private static final long LOWEST_USER = -1024;
    private static final long HIGHEST_USER = 1023;

    static ServiceFactors of(Evaluation evaluation) {
        return new ServiceFactors(
                evaluation, evaluation.job().queue().asOf(evaluation.now()), evaluation.settings(CredentialType.QOS));
    }

    List<Evaluation.Part> service() {
        MoabJob job = evaluation.job();
        return List.of(
                evaluation.part(
                        Subfactor.QUEUETIME,
                        qos.queueTimeWeight(),
                        queue.linear(MINUTE, 0, 0, NONE),
                        "effective queue time, minutes",
                        in("effectiveQueueSeconds", queueSeconds()),
                        in("qosQtWeight", qos.queueTimeWeight())),
                xfactor(),
                evaluation.constant(Subfactor.BYPASS, job.bypass(), "times that backfill passed it"),
                evaluation.constant(Subfactor.STARTCOUNT, job.starts(), "starts"),
                deadline(),
                evaluation.constant(
                        Subfactor.SPVIOLATION, job.softViolation() ? 1 : 0, "1 if the job violates a soft limit"),
                userPriority());
    }

    List<Evaluation.Part> target() {
        return List.of(targetQueueTime(), targetXfactor());
    }

    private Evaluation.Part xfactor() {
        return evaluation.part(
                Subfactor.XFACTOR,
                qos.xfactorWeight(),
                xfactorForm(),
                evaluation.job().request().hasLimit()
                        ? evaluation.parameters().readings().xfactor() == Readings.XFactor.DOCUMENTED
                                ? "1 + effective queue time / max(XFMINWCLIMIT, wall clock limit)"
                                : "(effective queue time + wall clock limit) / max(XFMINWCLIMIT, wall clock limit)"
                        : "1: the job has no wall clock limit",
                in("effectiveQueueSeconds", queueSeconds()),
                in("wallclock", evaluation.job().request().wallclock()),
                in("minimumWallclock", evaluation.parameters().minimumWallclock()),
                in("qosXfWeight", qos.xfactorWeight()));
    }

    private Form xfactorForm() {
        return evaluation.job().request().hasLimit()
                ? queue.linear(divisor() * 1000.0, base(), 0, NONE)
                : new Form.Constant(1);
    }

    /** The divisor of the queue time, seconds. */
    private long divisor() {
        boolean applies = evaluation.parameters().readings().xfactor() == Readings.XFactor.DOCUMENTED
                || evaluation.job().credentials().get(CredentialType.QOS) != null;
        long wallclock = evaluation.job().request().wallclock();
        return applies ? Math.max(evaluation.parameters().minimumWallclock(), wallclock) : wallclock;
    }

    /** The expansion factor of a job without queue time. */
    private double base() {
        return switch (evaluation.parameters().readings().xfactor()) {
            case DOCUMENTED -> 1;
            case MAUI -> evaluation.job().request().wallclock() / (double) divisor();
        };
    }

    private Evaluation.Part deadline() {
        Long deadline = evaluation.job().deadline();
        if (deadline == null) {
            return evaluation.constant(Subfactor.DEADLINE, 0, "0: no deadline");
        }
        long submit = evaluation.job().submit();
        Form form = deadline > submit
                ? new Form.Ramp(submit, 1, (double) (deadline - submit), 0, 0, 1)
                : new Form.Constant(1);
        return evaluation.part(
                Subfactor.DEADLINE,
                form,
                "(now - submit) / (deadline - submit), 0 to 1 (Fairway's formula)",
                in("submit", submit),
                in("deadline", deadline));
    }

    private Evaluation.Part userPriority() {
        boolean positive = evaluation.parameters().enablePositiveUser();
        long asked = evaluation.job().userPriority();
        return evaluation.constant(
                Subfactor.USERPRIO,
                Math.clamp(asked, LOWEST_USER, positive ? HIGHEST_USER : 0),
                positive ? "user priority, -1024 to 1023" : "user priority, -1024 to 0",
                in("asked", asked));
    }

    private Evaluation.Part targetQueueTime() {
        if (qos.queueTimeTarget() == 0) {
            return evaluation.constant(Subfactor.TARGETQUEUETIME, 0, "0: the QOS has no QTTARGET");
        }
        return switch (evaluation.parameters().readings().queueTimeTarget()) {
            case MINUTES ->
                evaluation.part(
                        Subfactor.TARGETQUEUETIME,
                        queue.inverseSquare(qos.queueTimeTarget() * 1000.0, MINUTE, afterMiss()),
                        "max(0.0001, QTTARGET - effective queue time)^-2, in minutes" + missed(),
                        in("targetSeconds", qos.queueTimeTarget()),
                        in("effectiveQueueSeconds", queueSeconds()));
            case ALWAYS_MISSED ->
                evaluation.part(
                        Subfactor.TARGETQUEUETIME,
                        Accrual.stopped(0).inverseSquare(0, MINUTE, 0),
                        "0.0001^-2: as Maui computes it",
                        in("targetSeconds", qos.queueTimeTarget()));
        };
    }

    private Evaluation.Part targetXfactor() {
        double target = qos.xfactorTarget();
        if (target == 0) {
            return evaluation.constant(Subfactor.TARGETXFACTOR, 0, "0: the QOS has no XFTARGET");
        }
        boolean limited = evaluation.job().request().hasLimit();
        // The expansion factor of a job without limit stays 1.
        Accrual waited = limited ? queue : Accrual.stopped(0);
        long unit = limited ? divisor() * 1000 : 1000;
        return evaluation.part(
                Subfactor.TARGETXFACTOR,
                waited.inverseSquare((target - (limited ? base() : 1)) * unit, unit, afterMiss()),
                "max(0.0001, XFTARGET - XFACTOR)^-2" + missed(),
                in("target", target),
                in("xfactor", xfactorForm().at(evaluation.now())));
    }

    private double afterMiss() {
        return switch (evaluation.parameters().readings().missedTarget()) {
            case GROWS -> 1;
            case CONSTANT -> 0;
        };
    }

    private String missed() {
        return switch (evaluation.parameters().readings().missedTarget()) {
            case GROWS -> "; past the target more by the excess";
            case CONSTANT -> "";
        };
    }

    private double queueSeconds() {
        return queue.at(evaluation.now()) / 1000.0;
    }
}
