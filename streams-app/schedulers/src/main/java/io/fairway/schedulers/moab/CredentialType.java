package io.fairway.schedulers.moab;

/** What a job is known by, each with priorities, fairshare targets and usage of its own. */
public enum CredentialType {
    USER,
    GROUP,
    ACCOUNT,
    QOS,
    CLASS
}
