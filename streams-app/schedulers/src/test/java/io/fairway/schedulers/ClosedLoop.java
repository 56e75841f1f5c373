package io.fairway.schedulers;

import java.util.Arrays;

/**
 * A cluster in virtual time whose parties always want more than they get. Whenever a processor becomes free, the policy
 * chooses the party that takes it for the length of one job. The processors become free one after the other, evenly.
 * The delivered shares must match the configured ones.
 *
 * <p>Usage decays in plain doubles here, by 2^(-dt/half-life) with the closed integral for running jobs, so the
 * simulation is independent of the product's own usage.
 */
public final class ClosedLoop {
    private static final double LN2 = StrictMath.log(2);

    private final double job;
    private final double step;
    private final double left;
    private final double grown;
    private final int[] holder;
    private final double[] started;
    private final int[] running;
    private final double[] usage;
    private double now;

    /** Chooses the party for a processor. */
    public interface Policy {
        /** The party that takes the processor that became free now. */
        int next(ClosedLoop cluster);

        /** A party starts a job now. */
        default void started(int party, double now) {}

        /** A job that started at {@code start} has ended. */
        default void ended(int party, double start, double now) {}
    }

    private ClosedLoop(int parties, int processors, double job, double halfLife) {
        this.job = job;
        step = job / processors;
        left = StrictMath.pow(2, -step / halfLife);
        grown = (1 - left) * halfLife / LN2;
        holder = new int[processors];
        Arrays.fill(holder, -1);
        started = new double[processors];
        running = new int[parties];
        usage = new double[parties];
    }

    /**
     * Each party's percentage of the processor time.
     *
     * @param job length of a job, in the unit of all times
     * @param halfLife of usage, likewise
     * @param from length of the settling time, likewise
     * @param to end of the simulation, likewise
     */
    public static double[] run(
            Policy policy, int parties, int processors, double job, double halfLife, double from, double to) {
        ClosedLoop cluster = new ClosedLoop(parties, processors, job, halfLife);
        double[] delivered = new double[parties];
        long steps = Math.round(to / cluster.step);
        for (long i = 0; i < steps; i++) {
            cluster.now = i * cluster.step;
            cluster.replace((int) (i % processors), policy);
            cluster.pass();
            for (int party = 0; party < parties && cluster.now >= from; party++) {
                delivered[party] += cluster.running[party];
            }
        }
        double all = Arrays.stream(delivered).sum();
        return Arrays.stream(delivered).map(part -> 100 * part / all).toArray();
    }

    private void replace(int processor, Policy policy) {
        int before = holder[processor];
        if (before >= 0) {
            holder[processor] = -1;
            running[before]--;
            policy.ended(before, started[processor], now);
        }
        int next = policy.next(this);
        holder[processor] = next;
        started[processor] = now;
        running[next]++;
        policy.started(next, now);
    }

    private void pass() {
        for (int party = 0; party < usage.length; party++) {
            usage[party] = usage[party] * left + running[party] * grown;
        }
    }

    /** Time since the simulation began. */
    public double now() {
        return now;
    }

    /** Processors that a party holds now. */
    public int running(int party) {
        return running[party];
    }

    /** Decayed processor time that each party has used. */
    public double[] usage() {
        return usage.clone();
    }

    /** Start of a party's jobs, at most the length of a job ago. */
    public double[] ages(int party) {
        double[] ages = new double[running[party]];
        int found = 0;
        for (int processor = 0; processor < holder.length; processor++) {
            if (holder[processor] == party) {
                ages[found++] = Math.min(job, now - started[processor]);
            }
        }
        return ages;
    }
}
