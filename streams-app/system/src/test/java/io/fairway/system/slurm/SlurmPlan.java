package io.fairway.system.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The Slurm that a test wants.
 *
 * @param installation whose programs it is made of
 * @param cluster ClusterName; lower case, as Slurm keeps it
 * @param nodes number of nodes, each a slurmd: n1, n2 ...
 * @param processors CPUs of each node
 * @param accounts accounts below root, with their users
 * @param configuration further lines of slurm.conf; a key given here takes the place of the fixture's own
 * @param brokers where slurmctld sends starts and ends of jobs, on the topics {@link #ends} and {@link #starts}; null = nowhere
 */
public record SlurmPlan(
        SlurmInstallation installation,
        String cluster,
        int nodes,
        int processors,
        List<SlurmAccount> accounts,
        List<String> configuration,
        @Nullable String brokers) {
    /** Beginning of the names of all users, so that they are nobody's: they have to exist on the machine. */
    static final String USER_PREFIX = "fw_";

    /**
     * An account below root.
     *
     * @param name its name, lower case
     * @param shares Fairshare
     * @param users its users, with one share each; their names begin with {@value #USER_PREFIX}
     */
    public record SlurmAccount(String name, int shares, List<String> users) {
        public SlurmAccount {
            users = List.copyOf(users);
            for (String user : users) {
                if (!user.startsWith(USER_PREFIX)) {
                    throw new IllegalArgumentException("user \"" + user + "\" of account " + name
                            + ": the name of a user of the tests must begin with " + USER_PREFIX);
                }
            }
        }
    }

    public SlurmPlan {
        accounts = List.copyOf(accounts);
        configuration = List.copyOf(configuration);
    }

    /** A cluster of {@code nodes} with {@code processors} CPUs each, without accounts, of what this machine has. */
    public static SlurmPlan of(String cluster, int nodes, int processors) {
        return new SlurmPlan(SlurmInstallation.MACHINE, cluster, nodes, processors, List.of(), List.of(), null);
    }

    /** The same with one more account. */
    public SlurmPlan with(String account, int shares, String... users) {
        List<SlurmAccount> more = new ArrayList<>(accounts);
        more.add(new SlurmAccount(account, shares, List.of(users)));
        return new SlurmPlan(installation, cluster, nodes, processors, more, configuration, brokers);
    }

    /** The same with further lines of slurm.conf, such as {@code PriorityWeightFairshare=0}. */
    public SlurmPlan configured(String... lines) {
        List<String> more = new ArrayList<>(configuration);
        more.addAll(List.of(lines));
        return new SlurmPlan(installation, cluster, nodes, processors, accounts, more, brokers);
    }

    /** The same of another installation. */
    public SlurmPlan of(SlurmInstallation another) {
        return new SlurmPlan(another, cluster, nodes, processors, accounts, configuration, brokers);
    }

    /** The same whose slurmctld tells brokers of starts and ends by jobcomp/kafka. */
    public SlurmPlan reporting(String bootstrapServers) {
        return new SlurmPlan(installation, cluster, nodes, processors, accounts, configuration, bootstrapServers);
    }

    /** The topic of ends. */
    public String ends() {
        return cluster;
    }

    /** The topic of starts. */
    public String starts() {
        return cluster + "-job-start";
    }

    /** All users, each once. */
    List<String> users() {
        return accounts.stream()
                .flatMap(account -> Objects.requireNonNull(account).users().stream())
                .distinct()
                .toList();
    }
}
