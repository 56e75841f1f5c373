package io.fairway.schedulers.lsf.aps;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A factor or sub-factor of absolute priority scheduling, by its keyword in APS_PRIORITY.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Absolute priority scheduling. APP, USER and UG came with 10.1.0.5; the available
 * text does not say that they are sub-factors of WORK.
 */
public enum ApsFactor {
    /** Dynamic user priority; counts in queues with FAIRSHARE only. */
    FS(null),
    /** Resources: the sum of its sub-factors. */
    RSRC(null),
    /** Requested processors. */
    PROC(RSRC),
    /** Requested memory, MB. */
    MEM(RSRC),
    /** Requested swap space, MB. */
    SWAP(RSRC),
    /** Work: the sum of its sub-factors. */
    WORK(null),
    /** Job priority, with escalation. */
    JPRIORITY(WORK),
    /** PRIORITY of the submission queue. */
    QPRIORITY(WORK),
    /** PRIORITY of the application profile. */
    APP(WORK),
    /** PRIORITY of the user. */
    USER(WORK),
    /** PRIORITY of the user group. */
    UG(WORK),
    /** The value that an administrator adds with bmod -aps "admin=value"; it has no weight, limit or grace period. */
    ADMIN(null);

    private final @Nullable ApsFactor parent;

    ApsFactor(@Nullable ApsFactor parent) {
        this.parent = parent;
    }

    /** The sub-factors, in the order of addition. */
    public List<ApsFactor> parts() {
        List<ApsFactor> parts = new ArrayList<>();
        for (ApsFactor factor : values()) {
            if (factor.parent == this) {
                parts.add(factor);
            }
        }
        return parts;
    }
}
