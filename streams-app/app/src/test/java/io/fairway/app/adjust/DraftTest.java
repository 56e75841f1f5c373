package io.fairway.app.adjust;

import static io.fairway.app.adjust.Adjustments.adjustment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** From the server's answer to the records that are sent. */
class DraftTest {
    private static final AdjustmentSubject REFUND =
            AdjustmentSubject.of(AdjustmentKind.REFUND, "physics", "anna", null, 3600);

    private final StringWriter said = new StringWriter();

    private static AdjustmentOptions options(String... words) {
        AdjustmentOptions options = new AdjustmentOptions();
        var unused = new CommandLine(CommandLine.Model.CommandSpec.create()
                        .addMixin("o", CommandLine.Model.CommandSpec.forAnnotatedObject(options)))
                .parseArgs(words);
        return options;
    }

    private static JsonNode preview(String member, double amount) {
        try {
            return new ObjectMapper()
                    .readTree("{\"domain\": \"alps\", " + member
                            + "\"effectiveAt\": \"2026-11-20T12:00:00Z\", \"adjustments\": [{\"tree\": \"alps\","
                            + " \"account\": \"physics\", \"user\": \"anna\", \"partition\": \"\", \"measure\": "
                            + (member.isEmpty() ? "null" : "\"billing\", \"charged\": 9000") + ", \"amount\": " + amount
                            + "}]}");
        } catch (java.io.IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Draft draft(String... words) {
        return Draft.of(preview("", 3600), options(words), REFUND);
    }

    private java.util.List<Adjustment> fresh(Draft draft, Adjustment there, Adjustment last) {
        return draft.fresh(
                Map.of(AdjustmentRecords.key(there), new Known(there, last, false)),
                false,
                new PrintWriter(said, true));
    }

    @Test
    void theSameCommandLineHasTheSameId() {
        Adjustment one = draft("--reason=node failed", "--actor=ops").records().get(0);

        assertThat(draft("--reason=node failed", "--actor=olga")
                        .records()
                        .get(0)
                        .getId())
                .isEqualTo(one.getId())
                .startsWith("refund-");
        assertThat(draft("--reason=another").records().get(0).getId()).isNotEqualTo(one.getId());
        assertThat(draft("--reason=x", "--id=mine").records().get(0).getId()).isEqualTo("mine");
        assertThat(one.getEffectiveAt()).isEqualTo(Adjustments.AT);
        assertThat(one.getMeasure()).isNull();
    }

    @Test
    void whatIsThereCountsOnce() {
        Draft draft = draft("--reason=node failed", "--id=x");
        Adjustment there = adjustment(AdjustmentKind.REFUND, "x", 3600).build();

        assertThat(draft.fresh(Map.of(), false, new PrintWriter(said, true))).hasSize(1);
        assertThat(fresh(draft, there, there)).isEmpty();
        assertThat(said.toString()).contains("is there already, by ops", "counts once");
    }

    @Test
    void anIdThatAnotherOneHasIsRefused() {
        Draft draft = draft("--reason=node failed", "--id=x");
        Adjustment other = adjustment(AdjustmentKind.REFUND, "x", 7200).build();
        Adjustment same = adjustment(AdjustmentKind.REFUND, "x", 3600).build();

        assertThatThrownBy(() -> fresh(draft, other, other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is there already as REFUND 2.00 TRES-hours physics/anna");
        assertThatThrownBy(
                        () -> fresh(draft, same, AdjustmentRecords.undone(same, "olga", "wrong user", Adjustments.AT)))
                .hasMessageContaining("was undone by olga; say another --id");
    }

    @Test
    void whatWasUsedInATimeHasTheSameIdWhateverItWeighs() {
        AdjustmentSubject used = REFUND.used("2026-10-01", "2026-10-02");
        Draft first = Draft.of(preview("\"job\": null, ", 3600), options("--reason=r"), used);
        Draft later = Draft.of(preview("\"job\": null, ", 1800), options("--reason=r"), used);

        assertThat(first.records().get(0).getId()).endsWith("-billing");
        assertThat(fresh(later, first.records().get(0), first.records().get(0))).isEmpty();
        assertThat(Draft.of(
                                preview("\"job\": null, ", 3600),
                                options("--reason=r"),
                                REFUND.used("2026-10-01", "2026-10-03"))
                        .records()
                        .get(0)
                        .getId())
                .isNotEqualTo(first.records().get(0).getId());
    }

    /** What a job weighs falls from day to day. */
    @Test
    void aJobIsRefundedOnce() {
        AdjustmentSubject job = AdjustmentSubject.ofJob(null, "4711");
        String member = "\"cluster\": \"eiger\", \"job\": \"4711\", ";
        Adjustment first = Draft.of(preview(member, 3600), options("--reason=r"), job)
                .records()
                .get(0);
        Draft later = Draft.of(preview(member, 1800), options("--reason=another"), job);

        assertThat(first.getId()).isEqualTo("job-eiger-4711-billing");
        assertThat(first.getMeasure()).isEqualTo("billing");
        assertThat(fresh(later, first, first)).isEmpty();
    }
}
