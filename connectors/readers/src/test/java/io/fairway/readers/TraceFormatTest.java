package io.fairway.readers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.readers.line.TraceOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceFormatTest {
    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void isFoundByItsId(TraceFormat format) {
        assertThat(TraceFormat.of(format.id())).isEqualTo(format);
        assertThat(TraceFormat.of(format.name())).isEqualTo(format);
        assertThat(format.description()).isNotBlank();
    }

    @Test
    void anUnknownIdIsRefusedWithAListOfIds() {
        assertThatThrownBy(() -> TraceFormat.of("cwf"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"cwf\"")
                .hasMessageContaining("swf");
    }

    @Test
    void aClusterMustHaveAName() {
        assertThatThrownBy(() -> TraceOptions.ofCluster("")).isInstanceOf(IllegalArgumentException.class);
    }
}
