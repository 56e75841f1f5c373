package io.fairway.schedulers.lsf.aps;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A job's requests and its queue, in the terms of absolute priority scheduling.
 *
 * @param processors PROC
 * @param memory MEM, MB
 * @param swap SWAP, MB
 * @param queuePriority QPRIORITY: PRIORITY of the submission queue
 * @param applicationPriority APP, 0 without a profile
 * @param userPriority USER, 0 if not configured
 * @param groupPriority UG, 0 if not configured
 */
public record ApsRequest(
        double processors,
        double memory,
        double swap,
        double queuePriority,
        double applicationPriority,
        double userPriority,
        double groupPriority) {
    private static final Pattern RUSAGE = Pattern.compile("rusage\\s*\\[([^]]*)");
    private static final Pattern AMOUNT = Pattern.compile("\\b(mem|swp)\\s*=\\s*(\\d+(?:\\.\\d+)?)");

    /** A request for processors, memory and swap space in a queue of a priority. */
    public static ApsRequest of(double processors, double memory, double swap, double queuePriority) {
        return new ApsRequest(processors, memory, swap, queuePriority, 0, 0, 0);
    }

    /**
     * PROC: the largest requested number, else PROCLIMIT or TASKLIMIT of the queue, else 1.
     *
     * @param min of {@code -n min,max}, or {@code -n min}; {@code null} = not given
     */
    public static long processors(@Nullable Long min, @Nullable Long max, @Nullable Long queueLimit) {
        Long asked = max != null ? max : min;
        return asked != null ? asked : queueLimit != null ? queueLimit : 1;
    }

    /**
     * MEM or SWAP of a resource requirement: the sum of {@code mem=} or {@code swp=} over its rusage sections, MB. The
     * part after {@code ||} does not count.
     *
     * @param resource {@code mem} or {@code swp}
     */
    public static double requested(String requirement, String resource) {
        int alternative = requirement.indexOf("||");
        String first = alternative < 0 ? requirement : requirement.substring(0, alternative);
        double sum = 0;
        Matcher sections = RUSAGE.matcher(first);
        while (sections.find()) {
            Matcher amounts = AMOUNT.matcher(String.valueOf(sections.group(1)));
            while (amounts.find()) {
                if (resource.equals(amounts.group(1))) {
                    sum += Double.parseDouble(String.valueOf(amounts.group(2)));
                }
            }
        }
        return sum;
    }

    /**
     * The pending resize request of a job: PROC is its largest number; everything else comes from the job.
     *
     * <p>Source: IBM Spectrum LSF 10.1, Job priority behavior (Resizable jobs).
     */
    public ApsRequest resized(long max) {
        return new ApsRequest(max, memory, swap, queuePriority, applicationPriority, userPriority, groupPriority);
    }

    /** The value of a sub-factor; 0 for a sub-factor outside the request. */
    double value(ApsFactor factor) {
        return switch (factor) {
            case PROC -> processors;
            case MEM -> memory;
            case SWAP -> swap;
            case QPRIORITY -> queuePriority;
            case APP -> applicationPriority;
            case USER -> userPriority;
            case UG -> groupPriority;
            case FS, RSRC, WORK, JPRIORITY, ADMIN -> 0;
        };
    }
}
