package io.fairway.app.adjust;

import static io.fairway.app.adjust.Adjustments.adjustment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.AdjustmentKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdjustmentRecordsTest {
    @Test
    void anHourHas3600Seconds() {
        assertThat(AdjustmentRecords.seconds("12.5")).isEqualTo(45_000);
        assertThat(AdjustmentRecords.seconds("1e3")).isEqualTo(3_600_000);
        assertThat(AdjustmentRecords.seconds("0.1")).isEqualTo(360);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-3", "x", "", "NaN", "1e999", "3h", "1,5"})
    void whatIsNoAmountIsNamed(String hours) {
        assertThatThrownBy(() -> AdjustmentRecords.seconds(hours))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("HOURS '" + hours + "': must be a number of TRES-hours above 0");
    }

    /** SHA-256 of "5:=alps5:=anna0:", by sha256sum. */
    @Test
    void theSameWordsGiveTheSameId() {
        assertThat(AdjustmentRecords.id("refund", Arrays.asList("alps", "anna", null)))
                .isEqualTo("refund-" + SUM);
        assertThat(AdjustmentRecords.id("refund", List.of("al", "psanna"))).isNotEqualTo("refund-" + SUM);
        assertThat(AdjustmentRecords.id("refund", List.of("alps", "anna", ""))).isNotEqualTo("refund-" + SUM);
    }

    private static final String SUM = "a3a1947d19e4";

    @Test
    void aTextThatIsTooLongIsRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> AdjustmentRecords.checked(adjustment(AdjustmentKind.REFUND, "x", 1)
                        .setReason("y".repeat(70_000))
                        .build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("reason");
        assertThatThrownBy(() -> AdjustmentRecords.checked(
                        adjustment(AdjustmentKind.REFUND, "x", 1).setReason(" ").build()))
                .hasMessageContaining("--reason must not be empty");
    }

    @Test
    void anUndoIsTheSameIdWithAHigherRevision() {
        var refund = adjustment(AdjustmentKind.REFUND, "x", 3600).build();
        var undone = AdjustmentRecords.undone(refund, "olga", "wrong user", Adjustments.AT.plusSeconds(9));

        assertThat(AdjustmentRecords.key(undone)).isEqualTo("alps|alps|physics|anna|x");
        assertThat(undone.getRevision()).isEqualTo(1);
        assertThat(undone.getAmount()).isZero();
        assertThat(undone.getActor()).isEqualTo("olga");
        assertThat(AdjustmentRecords.isUndo(undone)).isTrue();
        assertThat(AdjustmentRecords.isUndo(refund)).isFalse();
    }
}
