package io.fairway.dispatcher.slurm;

/** Slurm does nothing for this program; the message says why, and what to do. */
public final class SlurmRefusesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SlurmRefusesException(String message) {
        super(message);
    }

    static SlurmRefusesException forbidden(Answer answer) {
        return new SlurmRefusesException("Slurm refuses \"" + answer.update().command() + "\": " + answer.message()
                + ". Run this as SlurmUser, as root, or as a user whom sacctmgr gives the AdminLevel Operator");
    }
}
