package io.fairway.importers.slurm;

import io.fairway.importers.ImportReport;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import java.util.EnumSet;
import java.util.Set;

/**
 * PriorityFlags of a slurm.conf. An unknown flag is a warning: a later Slurm may have it.
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05 and 26.05, PriorityFlags.
 */
final class FlagSetting {
    /** The flags that a policy has as its algorithm or in its measure. */
    static final Set<PriorityFlag> ELSEWHERE = EnumSet.of(
            PriorityFlag.FAIR_TREE,
            PriorityFlag.NO_FAIR_TREE,
            PriorityFlag.DEPTH_OBLIVIOUS,
            PriorityFlag.MAX_TRES,
            PriorityFlag.MAX_TRES_GRES);

    private FlagSetting() {}

    static Set<PriorityFlag> read(SlurmConf conf, SlurmVersion version, ImportReport report) {
        SlurmConf.Value setting = conf.find("PriorityFlags");
        EnumSet<PriorityFlag> flags = EnumSet.noneOf(PriorityFlag.class);
        if (setting == null) {
            return flags;
        }
        for (String name : setting.text().split(",", -1)) {
            try {
                flags.addAll(PriorityFlag.parse(name));
            } catch (IllegalArgumentException unknown) {
                report.warning(setting.place(), unknown.getMessage() + ": the policy is made without it");
            }
        }
        if (flags.contains(PriorityFlag.MAX_TRES_GRES) && version.isBefore(SlurmVersion.SLURM_26_05)) {
            ofBefore2505(flags, setting, version, report);
        }
        if (flags.containsAll(Set.of(PriorityFlag.MAX_TRES, PriorityFlag.MAX_TRES_GRES))) {
            report.error(
                    setting.place(),
                    "PriorityFlags \"" + setting.text() + "\": must not have both MAX_TRES and MAX_TRES_GRES");
        }
        return flags;
    }

    /** Slurm 22.05 looks for the names of its flags in the text, and finds MAX_TRES. What counts as 24.11 may be 25.05. */
    private static void ofBefore2505(
            Set<PriorityFlag> flags, SlurmConf.Value setting, SlurmVersion version, ImportReport report) {
        boolean old = version.isBefore(SlurmVersion.SLURM_24_11);
        if (old) {
            flags.remove(PriorityFlag.MAX_TRES_GRES);
            flags.add(PriorityFlag.MAX_TRES);
        }
        report.warning(
                setting.place(),
                "PriorityFlags: MAX_TRES_GRES is taken as " + (old ? "MAX_TRES" : "it is") + ": Slurm has it from 25.05"
                        + " on, 22.05 reads it as MAX_TRES, and the dialect is " + version);
    }
}
