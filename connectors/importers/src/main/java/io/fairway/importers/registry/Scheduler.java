package io.fairway.importers.registry;

import io.fairway.importers.ImportTarget;
import io.fairway.importers.Imported;
import io.fairway.importers.SourceFile;
import io.fairway.importers.lsf.LsfImporter;
import io.fairway.importers.moab.MoabImporter;
import io.fairway.importers.slurm.SlurmImporter;
import java.util.List;

/** The schedulers whose configuration Fairway imports. */
public enum Scheduler {
    /**
     * slurm.conf, {@code sacctmgr dump}, {@code sacctmgr -P show qos}, {@code sacctmgr -P show assoc}, {@code sinfo -V}, {@code
     * scontrol show config}.
     */
    SLURM {
        @Override
        public Imported read(List<SourceFile> files, ImportTarget target) {
            return SlurmImporter.read(files, target);
        }

        @Override
        public List<String> dialects() {
            return SlurmImporter.dialects();
        }
    },
    /** lsb.params, lsb.queues, lsb.users, lsb.hosts, lsb.resources, lsf.conf. */
    LSF {
        @Override
        public Imported read(List<SourceFile> files, ImportTarget target) {
            return LsfImporter.read(files, target);
        }
    },
    /** moab.cfg, maui.cfg, fs.cfg. */
    MOAB {
        @Override
        public Imported read(List<SourceFile> files, ImportTarget target) {
            return MoabImporter.read(files, target);
        }

        @Override
        public List<String> dialects() {
            return List.of("moab", "maui");
        }
    };

    /** Reads files. The report contains their errors; the method throws nothing for them. */
    public abstract Imported read(List<SourceFile> files, ImportTarget target);

    /** The dialects that a target can name, in lower case; empty if there is only one. */
    public List<String> dialects() {
        return List.of();
    }
}
