package io.fairway.policies.family;

/** The way that a policy's fairshare moves while rates of usage stay the same. Forecasts rely on it. */
public enum UsageTrend {
    /**
     * All usage is {@code a + b * x}, with one x that falls for ever. Factors are monotone functions of quotients of
     * two of them, hence monotone, and two users' factors cross at most once (Slurm's classic factor).
     */
    RATIOS,
    /** As before. In addition, such quotients order siblings: any two change places at most once (Fair Tree). */
    LEVELS,
    /** Usage is kept in windows: it is monotone between their boundaries and jumps there (Moab). */
    WINDOWS,
    /** Only one thing is known: it moves steadily. */
    SMOOTH
}
