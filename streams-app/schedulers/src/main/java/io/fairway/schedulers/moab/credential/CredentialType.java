package io.fairway.schedulers.moab.credential;

/** The kinds of credentials of a job. Each has its own priorities, fairshare targets and usage. */
public enum CredentialType {
    USER,
    GROUP,
    ACCOUNT,
    QOS,
    CLASS
}
