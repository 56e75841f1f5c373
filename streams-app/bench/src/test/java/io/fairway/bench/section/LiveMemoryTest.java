package io.fairway.bench.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LiveMemoryTest {
    @Test
    void countsNoGaps() {
        LiveMemory memory = LiveMemory.read("""
                4711:
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:       1014444       52000592  [B (java.base@25.0.3)
                   2:          5448       13184320  [Ljdk.internal.vm.FillerElement; (java.base@25.0.3)
                   3:          6691       19186264  [I (java.base@25.0.3)
                   4:            12            192  jdk.internal.vm.FillerObject (java.base@25.0.3)
                Total       1026595       84371368
                """.lines().toList());

        // 84,371,368 - 13,184,320 - 192
        assertThat(memory.bytes()).isEqualTo(71_186_856);
        assertThat(memory.largest()).hasSize(5).first().asString().contains("[B");
    }

    @Test
    void saysWhatHasNoTotal() {
        assertThatThrownBy(() -> LiveMemory.read(List.of("4711: no such process")))
                .hasMessage("a histogram of jcmd has no total: 4711: no such process");
    }
}
