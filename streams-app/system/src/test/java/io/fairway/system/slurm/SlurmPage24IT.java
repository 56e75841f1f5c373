package io.fairway.system.slurm;

import org.junit.jupiter.api.Tag;

/** The pages beside Slurm 24.11. */
@Tag("slow")
class SlurmPage24IT extends SlurmPage {
    SlurmPage24IT() {
        super(SlurmInstallation.TRIXIE);
    }
}
