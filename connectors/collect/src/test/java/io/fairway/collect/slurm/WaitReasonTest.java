package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Ineligibility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reasons as https://slurm.schedmd.com/job_reason_codes.html of Slurm 26.05 lists and explains them. */
class WaitReasonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "AccountingPolicy",
                "AssocGrpBB",
                "AssocGrpCPURunMinutesLimit",
                "AssocMaxWallDurationPerJobLimit",
                "AssociationResourceLimit",
                "JobArrayTaskLimit",
                "MaxBBPerAccount",
                "MaxBillingPerAccount",
                "MaxCpuPerAccount",
                "MaxJobsPerAccount",
                "MaxMemPerLimit",
                "MaxMemoryPerAccount",
                "MaxNodePerAccount",
                "MaxSubmitJobsPerAccount",
                "MaxUnknownPerAccount",
                "PartitionConfig",
                "PartitionNodeLimit",
                "PartitionTimeLimit",
                "QOSGrpMemoryRunMinutes",
                "QOSMaxGRESPerUser",
                "QOSMinCpuNotSatisfied",
                "QOSUsageThreshold",
            })
    void limitsAreLimits(String reason) {
        assertThat(WaitReason.obstacle(reason)).isEqualTo(Ineligibility.LIMITS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AccountNotAllowed",
                "BadConstraints",
                "DeadLine",
                "InvalidAccount",
                "InvalidQOS",
                "QOSNotAllowed"
            })
    void rulesAreRules(String reason) {
        assertThat(WaitReason.obstacle(reason)).isEqualTo(Ineligibility.POLICY_VIOLATION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "None",
                "Priority",
                "Resources",
                "BeginTime",
                "BurstBufferStageIn",
                "Cleaning",
                "Licenses",
                "NodeDown",
                "NonZeroExitCode",
                "PartitionDown",
                "PartitionInactive",
                "ReqNodeNotAvail, UnavailableNodes:n[1-3]",
                "Reservation",
                // How its run before ended: it may start again.
                "TimeLimit",
                "InactiveLimit",
            })
    void waitsForItsTurn(String reason) {
        assertThat(WaitReason.obstacle(reason)).isNull();
        assertThat(WaitReason.isHold(reason)).isFalse();
        assertThat(WaitReason.isKnown(reason)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"MoonPhase", "MaxHope", "Limit"})
    void whatNobodyHasWrittenDownIsUnknown(String reason) {
        assertThat(WaitReason.isKnown(reason)).isFalse();
        assertThat(WaitReason.obstacle(reason)).isNull();
    }
}
