package io.fairway.system.slurm;

import org.junit.jupiter.api.Order;

/** Beside Slurm 24.11. */
@Order(2)
class Slurm24IT extends NewerSlurm {
    Slurm24IT() {
        super(SlurmInstallation.TRIXIE);
    }
}
