package io.fairway.schedulers.moab.config;

import java.util.Locale;

/**
 * The subfactors of a job's priority. Each has a weight (default 0, QUEUETIME 1) and a cap (default none). The
 * parameter is its name with WEIGHT or CAP appended. The class that computes a subfactor documents it.
 *
 * <p>Source: Moab 5.1.2, Job Priority Factors, tables of 5.1.2-A to G. PS is in its table, but not in its formula; it
 * counts.
 */
public enum Subfactor {
    USER(PriorityComponent.CRED, true),
    GROUP(PriorityComponent.CRED, true),
    ACCOUNT(PriorityComponent.CRED, true),
    QOS(PriorityComponent.CRED, true),
    CLASS(PriorityComponent.CRED, true),
    FSUSER(PriorityComponent.FS, true),
    FSGROUP(PriorityComponent.FS, true),
    FSACCOUNT(PriorityComponent.FS, true),
    FSQOS(PriorityComponent.FS, true),
    FSCLASS(PriorityComponent.FS, true),
    FSGUSER(PriorityComponent.FS, false),
    FSGGROUP(PriorityComponent.FS, false),
    FSGACCOUNT(PriorityComponent.FS, false),
    FSJPU(PriorityComponent.FS, false),
    FSPPU(PriorityComponent.FS, false),
    FSPSPU(PriorityComponent.FS, false),
    WCACCURACY(PriorityComponent.FS, false),
    NODE(PriorityComponent.RES, true),
    PROC(PriorityComponent.RES, true),
    MEM(PriorityComponent.RES, true),
    SWAP(PriorityComponent.RES, true),
    DISK(PriorityComponent.RES, true),
    PS(PriorityComponent.RES, true),
    PE(PriorityComponent.RES, true),
    WALLTIME(PriorityComponent.RES, true),
    QUEUETIME(PriorityComponent.SERV, true),
    XFACTOR(PriorityComponent.SERV, true),
    BYPASS(PriorityComponent.SERV, true),
    STARTCOUNT(PriorityComponent.SERV, false),
    DEADLINE(PriorityComponent.SERV, false),
    SPVIOLATION(PriorityComponent.SERV, true),
    USERPRIO(PriorityComponent.SERV, false),
    TARGETQUEUETIME(PriorityComponent.TARG, true),
    TARGETXFACTOR(PriorityComponent.TARG, true),
    USAGECONSUMED(PriorityComponent.USAGE, false),
    USAGEHUNGER(PriorityComponent.USAGE, false),
    USAGEREMAINING(PriorityComponent.USAGE, false),
    USAGEEXECUTIONTIME(PriorityComponent.USAGE, false),
    USAGEPERCENT(PriorityComponent.USAGE, false),
    ATTRATTR(PriorityComponent.ATTR, false),
    ATTRSTATE(PriorityComponent.ATTR, false),
    ATTRGRES(PriorityComponent.ATTR, false),
    JOBID(PriorityComponent.ATTR, false),
    JOBNAME(PriorityComponent.ATTR, false);

    private final PriorityComponent component;
    private final boolean inMaui;
    private final String weightParameter;
    private final String capParameter;

    Subfactor(PriorityComponent component, boolean inMaui) {
        this.component = component;
        this.inMaui = inMaui;
        weightParameter = name() + "WEIGHT";
        capParameter = name() + "CAP";
    }

    public PriorityComponent component() {
        return component;
    }

    /** Whether Maui 3.3 includes it in the priority of a waiting job. */
    public boolean inMaui() {
        return inMaui;
    }

    /** The parameter of its weight, {@code FSUSERWEIGHT}. */
    public String weightParameter() {
        return weightParameter;
    }

    /** The parameter of its cap, {@code FSUSERCAP}. */
    public String capParameter() {
        return capParameter;
    }

    /** Its name in the terms of an explanation, {@code fsuser}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
