package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A site of Moab: credentials with priorities and targets, fairshare windows, services and resources, what a user runs, and
 * the usage and state of jobs that run. Every third site limits the active and the idle jobs of users and of a class; its
 * events come in their order, and its fairshare does not count, because the order of jobs is that of its own instants.
 */
final class MoabSite extends RandomSite {
    private static final List<String> WEIGHTS = List.of(
            "QUEUETIMEWEIGHT",
            "XFACTORWEIGHT",
            "CREDWEIGHT",
            "USERWEIGHT",
            "ACCOUNTWEIGHT",
            "CLASSWEIGHT",
            "FSWEIGHT",
            "FSUSERWEIGHT",
            "FSACCOUNTWEIGHT",
            "RESWEIGHT",
            "PROCWEIGHT",
            "MEMWEIGHT",
            "PEWEIGHT",
            "WALLTIMEWEIGHT",
            "FSJPUWEIGHT",
            "FSPPUWEIGHT",
            "FSPSPUWEIGHT",
            "WCACCURACYWEIGHT",
            "USAGECONSUMEDWEIGHT",
            "USAGEREMAININGWEIGHT",
            "USAGEEXECUTIONTIMEWEIGHT",
            "USAGEPERCENTWEIGHT",
            "ATTRSTATEWEIGHT");

    private final Map<String, String> parameters = new TreeMap<>();
    private final boolean limited;

    MoabSite(long seed) {
        super(seed);
        limited = seed % 3 == 0;
        for (String weight : WEIGHTS) {
            if (random.nextInt(4) > 0) {
                parameters.put(weight, Integer.toString(random.nextInt(201) - 50));
            }
        }
        parameters.put("ENABLENEGJOBPRIORITY", "TRUE");
        parameters.put("JOBPRIOF", "STATE[Idle]=3 STATE[Running]=100");
        parameters.put("FSPOLICY", oneOf(List.of("DEDICATEDPS", "DEDICATEDPES", "UTILIZEDPS")));
        parameters.put("FSINTERVAL", oneOf(List.of("6:00:00", "12:00:00", "24:00:00")));
        parameters.put("FSDEPTH", Integer.toString(1 + random.nextInt(8)));
        parameters.put("FSDECAY", oneOf(List.of("1", "0.7", "0.5")));
        if (coin()) {
            parameters.put("FSCAP", Integer.toString(100 + random.nextInt(5000)));
        }
        for (Map.Entry<String, String> who : associations()) {
            parameters.put("USERCFG[" + who.getKey() + "]", credential());
            parameters.put("ACCOUNTCFG[" + who.getValue() + "]", credential());
        }
        parameters.put("CLASSCFG[batch]", "PRIORITY=" + random.nextInt(100));
        if (limited && !associations().isEmpty()) {
            limit();
        }
        for (Map.Entry<String, String> who : associations()) {
            for (int i = random.nextInt(3) + (limited ? 2 : 0); i > 0; i--) {
                wait("w" + waiting.size(), who.getValue(), who.getKey());
            }
        }
    }

    private void limit() {
        for (String weight : WEIGHTS) {
            if (weight.startsWith("FS") || weight.startsWith("WC")) {
                parameters.put(weight, "0");
            }
        }
        parameters.put("JOBPRIOACCRUALPOLICY", oneOf(List.of("ACCRUE", "RESET", "QUEUEPOLICY")));
        parameters.put("USERCFG[DEFAULT]", "MAXJOB=1,2 MAXIJOB=" + (1 + random.nextInt(2)));
        parameters.merge("CLASSCFG[batch]", " MAXPROC=" + (8 + random.nextInt(40)), String::concat);
        parameters.merge("ACCOUNTCFG[" + associations().get(0).getValue() + "]", " MAXIJOB=2,3", String::concat);
    }

    private String credential() {
        String target = random.nextInt(3) == 0 ? "" : " FSTARGET=" + random.nextInt(100) + oneOf(List.of("", "-", "+"));
        return "PRIORITY=" + (random.nextInt(201) - 100) + target;
    }

    private void wait(String id, String account, String user) {
        int cpus = 1 + random.nextInt(64);
        long memory = 100L * random.nextInt(500);
        long seconds = 60L * (1 + random.nextInt(3000));
        String batch = coin() ? "batch" : "";
        waiting.add(new Waiting(
                id,
                account,
                user,
                NOW - seconds(60),
                "requestedTres: {cpu: " + cpus + ", mem: " + memory + "}, timeLimitSeconds: " + seconds
                        + (batch.isEmpty() ? "" : ", jobClass: " + batch)));
    }

    /** The seconds that a run may last. */
    private static long limit(Run run) {
        return 3600 * (1 + run.cpus() * 5);
    }

    private String lines() {
        StringBuilder text = new StringBuilder();
        parameters.forEach((name, value) -> text.append("\"" + name + "\": \"" + value + "\"\n"));
        return text.toString();
    }

    @Override
    void send(StreamRig rig) {
        rig.policy(
                "algorithm: MOAB_TARGETS\nprocessors: 128\nmoab:\n  mem: 65536\n  parameters:\n" + lines().indent(4));
        if (limited) {
            sendInOrder(rig);
        } else {
            sendRuns(rig, run -> "cpu: " + run.cpus(), run -> "timeLimitSeconds: " + limit(run), true);
            sendWaiting(rig);
        }
        rig.tick(NOW);
    }

    private void sendInOrder(StreamRig rig) {
        TreeMap<Double, List<Runnable>> events = new TreeMap<>();
        for (Run run : runs) {
            at(
                    run.start(),
                    events,
                    () -> rig.start(
                            run.id(),
                            run.start(),
                            run.account(),
                            run.user(),
                            "cpu: " + run.cpus(),
                            "timeLimitSeconds: " + limit(run)));
            if (!run.runs()) {
                at(
                        run.end(),
                        events,
                        () -> rig.finish(run.id(), run.end(), run.start(), "cpuSeconds: " + number(run.cpuSeconds())));
            }
        }
        for (Waiting job : waiting) {
            at(
                    job.submitted(),
                    events,
                    () -> rig.submit(job.id(), job.submitted(), job.account(), job.user(), job.attributes()));
        }
        events.values().forEach(at -> at.forEach(Runnable::run));
    }

    private static void at(double time, Map<Double, List<Runnable>> events, Runnable event) {
        events.computeIfAbsent(time, t -> new ArrayList<>()).add(event);
    }
}
