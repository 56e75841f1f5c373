package io.fairway.scenario.lsf;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.ConsumptionSum;
import io.fairway.schedulers.lsf.fairshare.DynamicPriority;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.JobRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The use of each share account, as numbers at the scenario's instant. The jobs of {@link LsfHistory} add to it.
 *
 * <pre>{@code
 * use:
 *   /groupA/anna:
 *     cpu-hours: 2                    # decayed already; so are all plain numbers
 *     slots-in-use: 4
 *     cpu: [{hours: 1, age-hours: 5}] # CPU time that was reported five hours ago: decayed here
 *     runs:                           # of jobs: running, or ended some hours ago
 *       - {hours: 3, committed-hours: 4}
 *       - {hours: 10, ended-hours-ago: 5, gpus: 4}
 *     remote: [{cpu-hours: 1, slots: 2}]   # on other clusters (global fairshare), weighed here
 * }</pre>
 */
final class LsfUse {
    private LsfUse() {}

    /** The own use of each node, by the number of the node. */
    static List<Consumption> read(
            YamlMap scenario, YamlMap policy, LsfPolicy parameters, @Nullable LsfShares shares, long at) {
        YamlValue yaml = scenario.find("use");
        YamlValue jobs = scenario.find("history");
        LsfScopeSection scope = LsfScopeSection.read(policy);
        if (shares == null) {
            for (YamlValue needs : new @Nullable YamlValue[] {yaml, jobs}) {
                if (needs != null) {
                    throw needs.wrong("needs share accounts: tree, user-shares, or FAIRSHARE of a queue");
                }
            }
            return List.of();
        }
        List<ConsumptionSum> builders = new ArrayList<>();
        List<Consumption> given = new ArrayList<>();
        for (int i = 0; i < shares.tree().size(); i++) {
            builders.add(new ConsumptionSum(parameters.parameters(), parameters.decay()));
            given.add(Consumption.NONE);
        }
        if (yaml != null) {
            yaml.entries().forEach((path, value) -> {
                int account = shares.find(path, value);
                YamlMap use = value.map();
                given.set(account, value.checked(() -> numbers(use)));
                lumps(use, builders.get(account));
                remote(use, builders.get(account), parameters.parameters());
                use.done();
            });
        }
        for (YamlValue job : jobs == null ? List.<YamlValue>of() : jobs.list()) {
            LsfHistory.read(job.map(), shares, scope, at, builders);
        }
        List<Consumption> all = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            all.add(given.get(i).plus(builders.get(i).build()));
        }
        return all;
    }

    private static void remote(YamlMap use, ConsumptionSum builder, DynamicPriorityParameters parameters) {
        for (YamlValue yaml : use.list("remote")) {
            YamlMap remote = yaml.map();
            yaml.checked(() -> builder.remoteLoad(DynamicPriority.remoteLoad(weighed(remote), parameters)));
            remote.done();
        }
    }

    private static Consumption weighed(YamlMap remote) {
        return new Consumption(
                remote.number("cpu-hours", 0),
                remote.number("run-hours", 0),
                remote.number("historical-run-hours", 0),
                remote.number("committed-hours-left", 0),
                remote.whole("slots", 0),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0);
    }

    private static Consumption numbers(YamlMap use) {
        return new Consumption(
                use.number("cpu-hours", 0),
                use.number("run-hours", 0),
                use.number("historical-run-hours", 0),
                use.number("committed-hours-left", 0),
                use.whole("slots-in-use", 0),
                use.whole("slots-suspended", 0),
                use.whole("slots-reserved", 0),
                use.whole("slots-forwarded", 0),
                use.number("gpu-hours", 0),
                use.number("historical-gpu-hours", 0),
                use.number("memory", 0),
                use.whole("memory-slots", 0),
                use.number("remote-load", 0));
    }

    private static void lumps(YamlMap use, ConsumptionSum builder) {
        for (YamlValue yaml : use.list("cpu")) {
            YamlMap lump = yaml.map();
            yaml.checked(() -> builder.cpuTime(lump.get("hours").number(), lump.number("age-hours", 0)));
            lump.done();
        }
        for (YamlValue yaml : use.list("runs")) {
            YamlMap run = yaml.map();
            yaml.checked(() -> builder.run(run(run)));
            run.done();
        }
    }

    private static JobRun run(YamlMap yaml) {
        double hours = yaml.get("hours").number();
        JobRun run = yaml.has("ended-hours-ago")
                ? JobRun.finished(hours, yaml.number("ended-hours-ago", 0))
                : JobRun.running(hours);
        if (yaml.has("committed-hours")) {
            run = run.withCommitted(yaml.number("committed-hours", 0));
        }
        return run.withGpus(yaml.whole("gpus", 0)).withCpus(yaml.whole("cpus", 1));
    }
}
