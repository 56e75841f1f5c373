package io.fairway.system.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The files of one Slurm and its ports. Everybody may enter the folder, because commands of users read slurm.conf.
 *
 * @param folder the folder that holds all of it
 * @param ports mariadbd, slurmdbd, slurmctld, slurmrestd, and a slurmd for each node
 */
record SlurmFiles(Path folder, List<Integer> ports) {
    private static final int PORTS_BEFORE_NODES = 4;

    static int portsOf(SlurmPlan plan) {
        return PORTS_BEFORE_NODES + plan.nodes();
    }

    int databasePort() {
        return ports.get(0);
    }

    int accountingPort() {
        return ports.get(1);
    }

    int restPort() {
        return ports.get(3);
    }

    Path configuration() {
        return folder.resolve("slurm.conf");
    }

    Path logs() {
        return folder.resolve("log");
    }

    Path mungeKey() {
        return folder.resolve("munge.key");
    }

    Path mungeSocket() {
        return folder.resolve("munge.socket");
    }

    Path database() {
        return folder.resolve("mariadb");
    }

    Path tokenKey() {
        return folder.resolve("jwt.key");
    }

    /** Settings of the producer of jobcomp/kafka. */
    private Path producer() {
        return folder.resolve("rdkafka.conf");
    }

    /** A server deletes, when it starts, what it takes for leftovers in its folder of temporary tables: never another one's. */
    Path databaseTemporaries() {
        return folder.resolve("mariadb-tmp");
    }

    Path databaseSocket() {
        return folder.resolve("mariadb.socket");
    }

    /** Makes the folders, slurm.conf and slurmdbd.conf. slurmdbd looks for its own beside slurm.conf. */
    void write(SlurmPlan plan, String host) {
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            for (String name : List.of("log", "state", "mariadb", "mariadb-tmp")) {
                Files.createDirectory(folder.resolve(name));
            }
            for (int node = 1; node <= plan.nodes(); node++) {
                Files.createDirectory(folder.resolve("spool.n" + node));
            }
            Path accounting = folder.resolve("slurmdbd.conf");
            Files.write(accounting, accountingLines());
            Files.setPosixFilePermissions(accounting, PosixFilePermissions.fromString("rw-------"));
            Files.write(configuration(), clusterLines(plan, host));
            if (plan.installation().hasTokens()) {
                Files.writeString(tokenKey(), "a key of this cluster alone, as long as HS256 asks for");
                Files.setPosixFilePermissions(tokenKey(), PosixFilePermissions.fromString("rw-------"));
            }
            if (plan.brokers() != null) {
                Files.writeString(
                        producer(),
                        "bootstrap.servers=" + plan.brokers() + "\nlinger.ms=100\nmessage.timeout.ms=5000\n");
            }
            List<String> controlGroups = plan.installation().controlGroups().toList();
            if (!controlGroups.isEmpty()) {
                Files.write(folder.resolve("cgroup.conf"), controlGroups);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the files of a Slurm to " + folder, e);
        }
    }

    private List<String> accountingLines() {
        return List.of(
                "AuthType=auth/munge",
                "AuthInfo=socket=" + mungeSocket(),
                "DbdHost=localhost",
                "DbdPort=" + accountingPort(),
                "SlurmUser=root",
                "StorageType=accounting_storage/mysql",
                "StorageHost=127.0.0.1",
                "StoragePort=" + databasePort(),
                "StorageUser=slurm",
                "StoragePass=slurm",
                "StorageLoc=slurm_acct_db",
                "LogFile=" + logs().resolve("slurmdbd.log"),
                "PidFile=" + folder.resolve("slurmdbd.pid"));
    }

    private List<String> clusterLines(SlurmPlan plan, String host) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("ClusterName", plan.cluster());
        keys.put("SlurmctldHost", host + "(127.0.0.1)");
        keys.put("SlurmctldPort", ports.get(2).toString());
        keys.put("SlurmUser", "root");
        keys.put("SlurmdUser", "root");
        keys.put("AuthType", "auth/munge");
        keys.put("AuthInfo", "socket=" + mungeSocket());
        if (plan.installation().hasTokens()) {
            keys.put("AuthAltTypes", "auth/jwt");
            keys.put("AuthAltParameters", "jwt_key=" + tokenKey());
        }
        keys.put("CredType", "cred/munge");
        keys.put("StateSaveLocation", folder.resolve("state").toString());
        keys.put("SlurmdSpoolDir", folder.resolve("spool.%n").toString());
        keys.put("SlurmctldPidFile", folder.resolve("slurmctld.pid").toString());
        keys.put("SlurmdPidFile", folder.resolve("slurmd.%n.pid").toString());
        keys.put("SlurmctldLogFile", logs().resolve("slurmctld.log").toString());
        keys.put("SlurmdLogFile", logs().resolve("slurmd.%n.log").toString());
        // No cgroups and no systemd: they are not there in a container.
        keys.put("ProctrackType", "proctrack/linuxproc");
        keys.put("TaskPlugin", "task/none");
        keys.put("JobAcctGatherType", "jobacct_gather/none");
        keys.put("MpiDefault", "none");
        keys.put("SelectType", "select/cons_tres");
        keys.put("SelectTypeParameters", "CR_CPU");
        keys.put("SlurmdParameters", "config_overrides");
        keys.put("ReturnToService", "2");
        keys.put("MinJobAge", "300");
        keys.put("SchedulerParameters", "sched_interval=2,bf_interval=2,sched_min_interval=0");
        keys.put("AccountingStorageType", "accounting_storage/slurmdbd");
        keys.put("AccountingStorageHost", "localhost");
        keys.put("AccountingStoragePort", Integer.toString(accountingPort()));
        // The socket of munge that slurmdbd listens to.
        keys.put("AccountingStoragePass", mungeSocket().toString());
        keys.put("AccountingStorageEnforce", "associations");
        if (plan.brokers() != null) {
            keys.put("JobCompType", "jobcomp/kafka");
            keys.put("JobCompLoc", producer().toString());
            keys.put(
                    "JobCompParams",
                    "enable_job_start,requeue_on_msg_timeout,poll_interval=1,topic=" + plan.ends() + ",topic_job_start="
                            + plan.starts());
        }
        keys.put("PriorityType", "priority/multifactor");
        keys.put("PriorityCalcPeriod", "1");
        keys.put("PriorityWeightFairshare", "100000");
        List<String> more = new ArrayList<>();
        for (String line : plan.configuration()) {
            String key = line.substring(0, Math.max(0, line.indexOf('=')));
            keys.keySet().removeIf(mine -> mine.toLowerCase(Locale.ROOT).equals(key.toLowerCase(Locale.ROOT)));
            more.add(line);
        }
        List<String> lines = new ArrayList<>();
        keys.forEach((key, value) -> lines.add(key + "=" + value));
        lines.addAll(more);
        for (int node = 1; node <= plan.nodes(); node++) {
            lines.add("NodeName=n" + node + " NodeHostname=" + host + " NodeAddr=127.0.0.1 Port="
                    + ports.get(PORTS_BEFORE_NODES + node - 1) + " CPUs=" + plan.processors() + " RealMemory=2000");
        }
        if (more.stream().noneMatch(line -> line.startsWith("PartitionName="))) {
            lines.add("PartitionName=main Nodes=ALL Default=YES MaxTime=7-0 State=UP");
        }
        return lines;
    }
}
