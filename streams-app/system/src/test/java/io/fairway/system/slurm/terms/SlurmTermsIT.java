package io.fairway.system.slurm.terms;

import io.fairway.system.slurm.SlurmInstallation;
import org.junit.jupiter.api.Tag;

/** Terms and shares beside the Slurm of this machine. */
@Tag("slow")
class SlurmTermsIT extends SlurmTerms {
    SlurmTermsIT() {
        super(SlurmInstallation.MACHINE);
    }
}
