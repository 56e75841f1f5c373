package io.fairway.dispatcher.slurm;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code fairway dispatch --to slurm}. */
public final class WriteBackOptions {
    @Option(
            names = "--by",
            paramLabel = "PARAMETER",
            description =
                    "With --to slurm: what to set: sitefactor (by default), priority or nice. The last two replace what users set.")
    private SlurmParameter slurmParameter = SlurmParameter.SITE_FACTOR;

    @Option(
            names = "--scontrol",
            paramLabel = "PROGRAM",
            description = "With --to slurm: scontrol, if it is not on the PATH.")
    private String scontrol = "scontrol";

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "With --to slurm: the cluster of this Slurm in Fairway. Default: Slurm's ClusterName.")
    private @Nullable String cluster;

    @Option(
            names = "--step",
            paramLabel = "PRIORITY",
            description =
                    "With --to slurm: priorities in the same multiple of it keep the order that Slurm has. Default: 0, every difference counts.")
    private double step;

    @Option(
            names = "--calls-per-second",
            paramLabel = "N",
            description = "With --to slurm: the most updates that slurmctld gets. Default: ${DEFAULT-VALUE}.")
    private double callsPerSecond = 50;

    @Option(
            names = "--hand-back",
            description =
                    "With --to slurm: take back all that Slurm was told, also by a dispatcher that was killed; then exit.")
    private boolean handBack;

    /** Whether it is only to take back. */
    public boolean isHandBack() {
        return handBack;
    }

    SlurmParameter lever() {
        return slurmParameter;
    }

    String scontrol() {
        return scontrol;
    }

    /**
     * The settings for a Slurm.
     *
     * @param name of the dispatcher
     * @param stale the greatest age of a ranking that is told
     * @throws IllegalArgumentException for an option out of range; names it, its value and the rule
     */
    WriteBackSettings settings(String name, Duration stale, SlurmSettings slurm) {
        String clusterName = cluster == null ? slurm.cluster() : cluster;
        require(!clusterName.isEmpty(), "--cluster: Slurm does not name its cluster; give the name");
        return new WriteBackSettings(
                name, clusterName, slurmParameter, step, callsPerSecond, stale, slurm.ownFactors(), handBack);
    }

    /**
     * Refuses values out of range.
     *
     * @throws IllegalArgumentException names option, value and rule
     */
    public void check() {
        require(step >= 0 && step < Double.POSITIVE_INFINITY, "--step " + step + ": must be 0 or more");
        require(
                callsPerSecond >= 0.1 && callsPerSecond <= 10_000,
                "--calls-per-second " + callsPerSecond + ": must be 0.1 to 10000");
    }

    private static void require(boolean right, String message) {
        if (!right) {
            throw new IllegalArgumentException(message);
        }
    }
}
