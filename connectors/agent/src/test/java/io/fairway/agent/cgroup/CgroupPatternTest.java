package io.fairway.agent.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupPatternTest {
    @ParameterizedTest
    @CsvSource({
        "a/job_<job>, a/job_7, 7",
        "a/job_<job>, a/job_7/step_0/task_1, 7",
        "a/job_<job>, a/job_,",
        "a/job_<job>, b/job_7,",
        "a/job_<job>, a,",
        "*/x-<job>-*, q/x-1-2-3, 1",
        "a/<job>.*.*, a/1.2.3, 1",
        "a/<job>.end, a/1.2.end, 1.2",
        "a/<job>, a/anything, anything"
    })
    void takesTheJobOutOfAPath(String pattern, String path, String job) {
        assertThat(CgroupPattern.parse(pattern).jobOf(List.of(path.split("/")))).isEqualTo(job);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "/a/<job>", "a//<job>", "a/../<job>", "<job>/a", "a/<job>x<job>", "<job>/<job>"})
    void aBadPatternIsNamed(String pattern) {
        assertThatThrownBy(() -> CgroupPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pattern \"" + pattern + "\"");
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> CgroupPattern.list(List.of("slurm", "sge")))
                .hasMessageContaining("pattern \"sge\": must be one of lsf, pbs, slurm, systemd");
    }
}
