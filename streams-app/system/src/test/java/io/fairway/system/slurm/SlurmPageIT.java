package io.fairway.system.slurm;

import org.junit.jupiter.api.Order;

/** The pages beside the Slurm of this machine. */
@Order(1)
class SlurmPageIT extends SlurmPage {
    SlurmPageIT() {
        super(SlurmInstallation.MACHINE);
    }
}
