package io.fairway.policies.explain;

import io.fairway.core.hosts.Host;
import io.fairway.core.model.JobFact;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the known hosts of a cluster have room for a job.
 *
 * @param cluster its name
 * @param asked the processors that the job asks for
 * @param all the slots of all hosts
 * @param open the slots of the hosts that take jobs
 * @param used the processors of all running jobs
 */
public record Room(String cluster, double asked, double all, double open, double used) {
    /**
     * The room of a cluster.
     *
     * @param running the processors of each running job
     * @return null if the slots of a host are not known, or there are no hosts
     */
    public static @Nullable Room of(String cluster, double asked, Collection<Host> hosts, Stream<Double> running) {
        List<Host> own = hosts.stream()
                .filter(host -> host.id().cluster().equals(cluster))
                .toList();
        if (own.isEmpty() || own.stream().anyMatch(host -> host.most() == null)) {
            return null;
        }
        return new Room(
                cluster,
                asked,
                slots(own.stream()),
                slots(own.stream().filter(Host::isOpen)),
                running.mapToDouble(Double::doubleValue).sum());
    }

    private static double slots(Stream<Host> hosts) {
        return hosts.map(Host::most)
                .mapToDouble(most -> most == null ? 0 : most)
                .sum();
    }

    /** The processors of a job: those that its run got, else those that it asks for, else 1. */
    public static double processors(List<JobFact> facts, double asked) {
        for (int i = facts.size() - 1; i >= 0; i--) {
            double got = facts.get(i).allocated().count("cpu").doubleValue();
            if (got > 0) {
                return got;
            }
        }
        return asked > 0 ? asked : 1;
    }

    /**
     * Why there is no room, in a sentence; empty if there is, or if others are before the job anyway.
     *
     * @param place its place among the jobs that may start, 1 = next; 0 = none
     */
    public String sentence(long place) {
        String asks = "It asks for " + count(asked) + " processors";
        if (asked > all) {
            return asks + ", and all hosts of " + cluster + " together have " + count(all)
                    + ": it can never start as it is.";
        }
        if (asked > open) {
            return asks + ", and the hosts of " + cluster + " that take jobs have " + count(open) + " of " + count(all)
                    + ": it waits until more of them are open.";
        }
        double free = Math.max(0, open - used);
        return place == 1 && asked > free
                ? "It is next, and waits for processors: it asks for " + count(asked) + ", and " + count(free) + " of "
                        + count(open) + " are free."
                : "";
    }

    private static String count(double processors) {
        return String.format(Locale.ROOT, "%,d", Math.round(processors));
    }
}
