package io.fairway.system.slurm.terms;

import io.fairway.system.slurm.SlurmInstallation;
import org.junit.jupiter.api.Tag;

/** Terms and shares beside Slurm 24.11. */
@Tag("slow")
class SlurmTerms24IT extends SlurmTerms {
    SlurmTerms24IT() {
        super(SlurmInstallation.TRIXIE);
    }
}
