package io.fairway.system.slurm;

import org.junit.jupiter.api.Tag;

/** The pages beside the newest Slurm of Debian. */
@Tag("slow")
class SlurmPage26IT extends SlurmPage {
    SlurmPage26IT() {
        super(SlurmInstallation.SID);
    }
}
