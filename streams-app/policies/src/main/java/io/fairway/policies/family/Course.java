package io.fairway.policies.family;

/** How the fairshare of a policy moves while rates of usage stay as they are: what a forecast may rely on. */
public enum Course {
    /**
     * All usage is {@code a + b * x} with one x that falls for ever; factors are monotone functions of quotients of two of
     * them, hence monotone, and two users' factors cross once at most (Slurm's classic factor).
     */
    RATIOS,
    /** As before, and siblings are ordered by such quotients: each two change places once at most (Fair Tree). */
    LEVELS,
    /** Usage is kept in windows: monotone between their boundaries, where it jumps (Moab). */
    WINDOWS,
    /** Nothing is known but that it moves steadily. */
    SMOOTH
}
