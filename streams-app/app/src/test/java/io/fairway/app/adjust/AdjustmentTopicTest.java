package io.fairway.app.adjust;

import static io.fairway.app.adjust.Adjustments.AT;
import static io.fairway.app.adjust.Adjustments.adjustment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.api.query.Problem;
import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.schemas.FairwaySerdes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which adjustments the server writes, and which it refuses. Expected values: openapi.yaml. */
class AdjustmentTopicTest {
    private static final Adjustment THERE =
            adjustment(AdjustmentKind.REFUND, "x", 3600).build();

    private static Adjustment.Builder again() {
        return Adjustment.newBuilder(THERE).setActor("olga").setEffectiveAt(AT.plusSeconds(60));
    }

    private static void isAnother(Adjustment wanted, boolean atStated, String text) {
        assertThatThrownBy(() -> AdjustmentTopic.repeated(List.of(new Known(THERE, THERE, false)), wanted, atStated))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(409))
                .hasMessageContaining(text);
    }

    /** Who says no instant gets that of the server, which is a later one each time. */
    @Test
    void theSameContentIsARepeat() {
        List<Known> known = List.of(new Known(THERE, THERE, false));

        assertThat(AdjustmentTopic.repeated(known, again().build(), false)).isEqualTo(THERE);
        assertThat(AdjustmentTopic.repeated(known, again().setEffectiveAt(AT).build(), true))
                .isEqualTo(THERE);
        assertThat(AdjustmentTopic.repeated(known, again().setId("y").build(), false))
                .isNull();
        assertThat(AdjustmentTopic.repeated(List.of(), THERE, false)).isNull();
    }

    @Test
    void otherContentUnderTheSameIdIsRefused() {
        isAnother(again().build(), true, "id: adjustment x of physics/anna is there already as REFUND 1.00 TRES-hours");
        isAnother(again().setAmount(3601).build(), false, "from 2026-11-20T12:00:00Z on, by ops: 'node failed'");
        isAnother(again().setReason("other").build(), false, "take another id");
        isAnother(again().setUser("ben").build(), false, "take another id");
        isAnother(again().setMeasure("slow").build(), false, "take another id");
        isAnother(again().setKind(AdjustmentKind.CHARGE).build(), false, "take another id");
    }

    @Test
    void oneThatWasUndoneIsNotMadeAgain() {
        Adjustment undo = AdjustmentRecords.undone(THERE, "paul", "was right", AT);

        assertThatThrownBy(
                        () -> AdjustmentTopic.repeated(List.of(new Known(THERE, undo, false)), again().build(), false))
                .isInstanceOf(Problem.class)
                .hasMessage("id: adjustment x of physics/anna was undone by paul; take another id to make it again");
    }

    /** Nothing listens at port 1. */
    @Test
    void aBrokerThatDoesNotAnswerIsSaidWithinSeconds() {
        Map<String, Object> kafka = Map.of("bootstrap.servers", "127.0.0.1:1");
        try (AdjustmentTopic topic = new AdjustmentTopic(
                new AdjustmentTopic.Clients(
                        "fairway.adjustments",
                        kafka,
                        kafka,
                        new FairwaySerdes(Map.of("schema.registry.url", "mock://adjustments")),
                        ""),
                domain -> 0,
                AT::toEpochMilli)) {
            assertThatThrownBy(() -> topic.write(THERE, false))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.status()).isEqualTo(503))
                    .hasMessageContaining("the brokers did not answer within 5 s")
                    .hasMessageContaining("send the same again: its id counts once");

            assertThatThrownBy(() -> topic.write(
                            again().setEffectiveAt(AT.minusMillis(1)).build(), true))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.status()).isEqualTo(400))
                    .hasMessage(
                            "at: 2026-11-20T11:59:59.999Z is before 2026-11-20T12:00:00Z: longer ago than the ledger's"
                                    + " horizon");
            assertThatThrownBy(
                            () -> topic.write(again().setUser("u".repeat(1025)).build(), true))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.status()).isEqualTo(400))
                    .hasMessageContaining("1024");
        }
    }
}
