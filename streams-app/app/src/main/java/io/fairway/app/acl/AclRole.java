package io.fairway.app.acl;

import java.util.Locale;

/** Who works on the topics. Each role has a principal of its own, so that it can do nothing else. */
public enum AclRole {
    /** {@code fairway serve}. */
    APPLICATION("runs fairway serve"),
    /** {@code fairway dispatch}. */
    DISPATCHER("runs fairway dispatch"),
    /** An agent, a connector, or any other program that sends what happens on a cluster. */
    PRODUCER("sends job events, samples and hosts of a cluster: agents and programs like them"),
    /** A person, or the site's automation. */
    OPERATOR("applies shares and policies, imports them, makes adjustments, and sends dead letters again"),
    /** Who installs Fairway. */
    TOPIC_ADMIN("creates the topics, once"),
    /** Who sends the past, or the clock of a replay. */
    BACKFILL("sends the history of a cluster, and the clock of a replay"),
    /** Whoever makes use of the results. */
    READER("reads results: priorities, fairshare, usage, orders, heartbeats, dispatches"),
    /** A worker of Kafka Connect. */
    CONNECT("is a worker of Kafka Connect that copies results into other systems, and logs into job-events");

    private final String does;

    AclRole(String does) {
        this.does = does;
    }

    /** The role on the command line and in documents. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it does, after its name. */
    public String does() {
        return does;
    }

    /** The user name of its principal, unless somebody says another. */
    public String usualPrincipal() {
        return "fairway-" + word();
    }
}
