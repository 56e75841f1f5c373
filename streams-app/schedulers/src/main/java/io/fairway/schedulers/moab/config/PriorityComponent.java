package io.fairway.schedulers.moab.config;

import java.util.Locale;

/**
 * The components of a job's priority, in the order of Moab 5.1.2, Job Priority Factors, which is the order of addition.
 * Each has a weight (default 1) and a cap (default none).
 */
public enum PriorityComponent {
    /** Credentials. */
    CRED("CRED"),
    /** Fairshare. */
    FS("FS"),
    /** Requested resources. */
    RES("RES"),
    /** Service so far. */
    SERV("SERVICE"),
    /** Service targets. */
    TARG("TARGET"),
    /** Consumption of active jobs. */
    USAGE("USAGE"),
    /** Job attributes. */
    ATTR("ATTR");

    private final String weightParameter;
    private final String capParameter;

    PriorityComponent(String parameter) {
        weightParameter = parameter + "WEIGHT";
        capParameter = parameter + "CAP";
    }

    /** The parameter of its weight, {@code SERVICEWEIGHT}. */
    public String weightParameter() {
        return weightParameter;
    }

    /** The parameter of its cap, {@code SERVICECAP}. */
    public String capParameter() {
        return capParameter;
    }

    /** Its name in the terms of an explanation, {@code serv}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
