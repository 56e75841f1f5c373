package io.fairway.app.adjust;

import static io.fairway.app.adjust.Adjustments.adjustment;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.app.adjust.KnownAdjustments.Sent;
import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class KnownAdjustmentsTest {
    private static final String KEY = "alps|alps|physics|anna|x";

    private static Sent sent(Adjustment record, long offset, boolean refused) {
        return new Sent(record, new Place("fairway.adjustments", 0, offset), refused);
    }

    private static Known known(Sent... sent) {
        Map<String, Known> byKey = KnownAdjustments.byKey(List.of(sent));
        assertThat(byKey).containsOnlyKeys(KEY);
        return Objects.requireNonNull(byKey.get(KEY));
    }

    @Test
    void anUndoneOneIsStillKnownByItsAmount() {
        Adjustment refund = adjustment(AdjustmentKind.REFUND, "x", 3600).build();
        Adjustment undo = AdjustmentRecords.undone(refund, "olga", "wrong", Adjustments.AT);

        Known undone = known(sent(refund, 0, false), sent(undo, 1, false));
        assertThat(undone.state()).isEqualTo("undone");
        assertThat(undone.first().getAmount()).isEqualTo(3600);
        assertThat(undone.last().getActor()).isEqualTo("olga");

        assertThat(known(sent(undo, 1, false)).state()).as("compacted").isEqualTo("undone");
        assertThat(known(sent(refund, 0, false), sent(undo, 1, true)).state())
                .as("the application refused the undo")
                .isEqualTo("counts");
    }

    @Test
    void whatTheApplicationRefusedDoesNotCount() {
        Adjustment refund = adjustment(AdjustmentKind.REFUND, "x", 3600).build();

        assertThat(known(sent(refund, 0, true)).state()).isEqualTo("refused");
        assertThat(known(sent(refund, 0, true), sent(refund, 1, false)).state()).isEqualTo("counts");
    }

    @Test
    void theHigherRevisionCountsInWhateverOrderTheyCame() {
        Adjustment newer =
                adjustment(AdjustmentKind.REFUND, "x", 7200).setRevision(2).build();
        Adjustment older = adjustment(AdjustmentKind.REFUND, "x", 3600)
                .setRevision(1)
                .setEffectiveAt(Adjustments.AT.plusSeconds(60))
                .build();

        assertThat(known(sent(newer, 0, false), sent(older, 1, false)).last().getAmount())
                .isEqualTo(7200);
    }
}
