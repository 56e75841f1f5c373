package io.fairway.system.slurm.terms;

import io.fairway.system.slurm.SlurmInstallation;
import org.junit.jupiter.api.Order;

/** Terms and shares beside the Slurm of this machine. */
@Order(2)
class SlurmTermsIT extends SlurmTerms {
    SlurmTermsIT() {
        super(SlurmInstallation.MACHINE);
    }
}
