package io.fairway.system.slurm.terms;

import io.fairway.system.slurm.SlurmInstallation;
import org.junit.jupiter.api.Tag;

/** Terms and shares beside the newest Slurm of Debian. */
@Tag("slow")
class SlurmTerms26IT extends SlurmTerms {
    SlurmTerms26IT() {
        super(SlurmInstallation.SID);
    }
}
