package io.fairway.system.slurm.terms;

import io.fairway.system.slurm.SlurmCluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs that wait behind a full machine, one of each way to ask for resources and of each reason to wait. */
final class EveryRequest {
    /** A QOS of which one CPU may run. */
    static final String TIGHT = "tight";

    /** Of these slurmctld counts the CPUs of the nodes that it plans for them, and tells nobody: squeue has what they ask for. */
    static final Set<String> PLANNED = Set.of("-N 2-3", "-N 1 --exclusive");

    private EveryRequest() {}

    /** Makes the QOS that the jobs name. */
    static void qos(SlurmCluster slurm) {
        slurm.run("sacctmgr", "-i", "modify", "qos", "normal", "set", "priority=50");
        slurm.run("sacctmgr", "-i", "add", "qos", "high", "priority=100");
        slurm.run("sacctmgr", "-i", "add", "qos", TIGHT, "priority=10", "GrpTRES=cpu=1");
        // Of the users: from 23.11 on accounts do not hand a change of root's down.
        slurm.run("sacctmgr", "-i", "modify", "user", "fw_1,fw_2,fw_3", "set", "qos=normal,high," + TIGHT);
    }

    /** Submits them all. What a version does not take is printed. Returns what each job asks for, by its id. */
    static Map<String, String> submit(SlurmCluster slurm) {
        Map<String, String> jobs = new LinkedHashMap<>();
        String first = one(slurm, jobs, "-N 2");
        List.of(
                        "-N 3",
                        "-n 5",
                        "-N 2-3",
                        "-n 4 --ntasks-per-node=2",
                        "-n 2 -c 3",
                        "-n 1 --mem=1000",
                        "-N 1 --exclusive",
                        "-n 1 --mem-per-cpu=200 -c 2",
                        "-n 3 --array=1-4",
                        "-n 3 --hold",
                        "-n 3 -d afterok:" + first,
                        "-n 3 --begin=now+1hour",
                        "-n 3 --qos=high",
                        "-n 3 --qos=" + TIGHT,
                        "-n 3 --nice=100",
                        "-n 3 -p fast",
                        "-n 3 -p main,fast",
                        "-N 2 -n 6 -p fast --qos=high --nice=50")
                .forEach(request -> one(slurm, jobs, request));
        for (String request : List.of("-n 3 --qos=high,normal", "-n 1 : -A biology -n 2")) {
            try {
                one(slurm, jobs, request);
            } catch (IllegalStateException e) {
                System.out.println("not taken: " + request + ": " + e.getMessage());
            }
        }
        return jobs;
    }

    /** One each for two accounts, so that the terms of fairshare differ. */
    private static String one(SlurmCluster slurm, Map<String, String> jobs, String request) {
        List<String> options = new ArrayList<>(List.of(request.split(" ")));
        String job = slurm.submit("fw_3", "biology", "sleep 5", options.toArray(String[]::new));
        jobs.put(job, request);
        String other = slurm.submit(
                "fw_1",
                "physics",
                "sleep 5",
                request.replace("biology", "physics").split(" "));
        jobs.put(other, request);
        return job;
    }
}
