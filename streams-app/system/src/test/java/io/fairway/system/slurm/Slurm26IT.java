package io.fairway.system.slurm;

import org.junit.jupiter.api.Tag;

/** Beside the newest Slurm of Debian. Its version moves, and is printed. */
@Tag("slow")
class Slurm26IT extends NewerSlurm {
    Slurm26IT() {
        super(SlurmInstallation.SID);
    }
}
