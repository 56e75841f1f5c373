package io.fairway.schedulers.lsf.cluster;

import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import io.fairway.schedulers.lsf.config.LsfSettings;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a whole cluster, from lsb.params and lsf.conf, that policies read.
 *
 * @param settings of the dynamic user priority
 * @param maxUserPriority MAX_USER_PRIORITY; {@code null} = not defined
 * @param overTime JOB_PRIORITY_OVER_TIME; {@code null} = not defined
 * @param expiredTime whether EXPIRED_TIME is defined
 * @param relaxedOrder RELAX_JOB_DISPATCH_ORDER
 * @param mig2Pend LSB_MIG2PEND
 * @param requeueToBottom LSB_REQUEUE_TO_BOTTOM
 * @param userRequeueToBottom LSB_USER_REQUEUE_TO_BOTTOM
 * @param forwardChargeSeconds LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION; 0 = until the job ends
 */
public record LsfParameters(
        LsfSettings settings,
        @Nullable Long maxUserPriority,
        @Nullable String overTime,
        boolean expiredTime,
        boolean relaxedOrder,
        boolean mig2Pend,
        boolean requeueToBottom,
        boolean userRequeueToBottom,
        long forwardChargeSeconds) {

    /**
     * Reads parameters by their names.
     *
     * @throws IllegalArgumentException for an unknown name or a bad value; names both and the rule
     */
    public static LsfParameters read(Map<String, String> parameters) {
        Map<String, String> rest = new TreeMap<>(parameters);
        String most = rest.remove("MAX_USER_PRIORITY");
        String overTime = rest.remove("JOB_PRIORITY_OVER_TIME");
        boolean expired = rest.remove("EXPIRED_TIME") != null;
        String duration = rest.remove("LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION");
        Long maxUserPriority = most == null ? null : (Long) whole("MAX_USER_PRIORITY", most);
        JobPriorityRules.of(maxUserPriority, overTime);
        boolean relaxed = flag(rest, "RELAX_JOB_DISPATCH_ORDER");
        boolean mig2Pend = flag(rest, "LSB_MIG2PEND");
        boolean toBottom = flag(rest, "LSB_REQUEUE_TO_BOTTOM");
        boolean userToBottom = flag(rest, "LSB_USER_REQUEUE_TO_BOTTOM");
        long charge = duration == null ? 0 : whole("LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION", duration);
        LsfSettings settings = LsfSettings.ofCluster(rest);
        return new LsfParameters(
                settings, maxUserPriority, overTime, expired, relaxed, mig2Pend, toBottom, userToBottom, charge);
    }

    /** The rules of job priority. */
    public JobPriorityRules jobPriority() {
        return JobPriorityRules.of(maxUserPriority, overTime);
    }

    private static long whole(String name, String text) {
        try {
            long value = Long.parseLong(text.strip());
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException no) {
            throw new IllegalArgumentException(name + " \"" + text + "\": must be a positive integer", no);
        }
        throw new IllegalArgumentException(name + " \"" + text + "\": must be a positive integer");
    }

    private static boolean flag(Map<String, String> parameters, String name) {
        String text = parameters.remove(name);
        if (text == null) {
            return false;
        }
        return switch (text.strip().toUpperCase(Locale.ROOT)) {
            case "Y", "1" -> true;
            case "N", "0" -> false;
            default -> throw new IllegalArgumentException(name + " \"" + text + "\": must be Y or N");
        };
    }
}
