package io.fairway.app.adjust;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.http.ServerOptions;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adjustments before they are sent, with what the server says of them.
 *
 * @param preview the server's answer
 */
record Draft(JsonNode preview, List<Adjustment> records) {
    /** Asks the server, which knows the tree, the time, and what a job weighs. */
    static Draft of(Api api, ServerOptions server, AdjustmentOptions about, AdjustmentSubject subject) {
        String domain = server.domain(api);
        boolean hasAmount = subject.job() == null && subject.kind() != AdjustmentKind.RESET;
        JsonNode preview = api.get(Query.of("domains", domain, "adjustments", "preview")
                .with("kind", AdjustmentOptions.word(subject.kind()))
                .with("policy", about.policy())
                .with("tree", about.tree())
                .with("account", subject.account())
                .with("user", subject.user())
                .with("partition", subject.partition())
                .with("toAccount", subject.toAccount())
                .with("toUser", subject.toUser())
                .with("amount", hasAmount ? subject.seconds() : null)
                .with("measure", about.measure())
                .with("effectiveAt", about.effectiveAt())
                .with("usedFrom", subject.usedFrom())
                .with("usedTo", subject.usedTo())
                .with("cluster", subject.cluster())
                .with("job", subject.job()));
        return of(preview, about, subject);
    }

    /**
     * The records of an answer.
     *
     * @throws IllegalArgumentException if there is nothing to adjust, or the application would refuse one
     */
    static Draft of(JsonNode preview, AdjustmentOptions about, AdjustmentSubject subject) {
        List<Adjustment> records = new ArrayList<>();
        for (JsonNode listed : preview.path("adjustments")) {
            Adjustment record = Adjustment.newBuilder()
                    .setDomain(preview.path("domain").asText())
                    .setTree(listed.path("tree").asText())
                    .setAccount(listed.path("account").asText())
                    .setUser(listed.path("user").asText())
                    .setPartition(listed.path("partition").asText())
                    .setId("")
                    .setKind(subject.kind())
                    .setAmount(listed.path("amount").asDouble())
                    .setToAccount(text(listed.path("toAccount")))
                    .setToUser(text(listed.path("toUser")))
                    .setMeasure(text(listed.path("measure")))
                    .setEffectiveAt(Instant.parse(preview.path("effectiveAt").asText()))
                    .setActor(about.actor())
                    .setReason(about.reason())
                    .build();
            record.setId(id(preview, record, about, subject));
            records.add(AdjustmentRecords.checked(record));
        }
        if (records.isEmpty()) {
            String what = preview.path("job").isTextual()
                    ? "job " + preview.path("cluster").asText() + "/"
                            + preview.path("job").asText()
                    : "what was used from " + subject.usedFrom() + " to " + subject.usedTo();
            throw new IllegalArgumentException(what + " weighs nothing now: there is nothing to adjust");
        }
        return new Draft(preview, records);
    }

    private static @Nullable String text(JsonNode node) {
        return node.isTextual() ? node.asText() : null;
    }

    private static String id(JsonNode preview, Adjustment record, AdjustmentOptions about, AdjustmentSubject subject) {
        String stated = about.id();
        if (subject.job() != null) {
            String measure = String.valueOf(record.getMeasure());
            return stated != null
                    ? stated + "-" + measure
                    : AdjustmentRecords.idOfJob(preview.path("cluster").asText(), subject.job(), measure);
        }
        String id = stated != null
                ? stated
                : AdjustmentRecords.id(
                        AdjustmentOptions.word(subject.kind()),
                        Arrays.asList(
                                record.getTree(),
                                record.getAccount(),
                                record.getUser(),
                                record.getPartition(),
                                subject.seconds(),
                                record.getToAccount(),
                                record.getToUser(),
                                about.measure(),
                                record.getReason(),
                                about.effectiveAt(),
                                subject.usedFrom(),
                                subject.usedTo()));
        // What an amount of a time weighs is another one under each measure.
        return subject.usedFrom() == null ? id : id + "-" + record.getMeasure();
    }

    /**
     * The records that were not sent yet. It tells of the others.
     *
     * @param atInstant whether the command line says when they take effect
     * @throws IllegalArgumentException if an id is taken by another adjustment, or by one that was taken back
     */
    List<Adjustment> fresh(Map<String, Known> known, boolean atInstant, PrintWriter out) {
        List<Adjustment> fresh = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            Adjustment record = records.get(i);
            Known before = known.get(AdjustmentRecords.key(record));
            if (before == null || before.refused()) {
                // The application never took what it refused: the same revision is new to it.
                fresh.add(record);
                continue;
            }
            Adjustment there = before.first();
            String which = "adjustment " + record.getId() + " of " + record.getAccount() + "/" + record.getUser();
            if (before.isUndone()) {
                throw new IllegalArgumentException(
                        which + ": was undone by " + before.last().getActor() + "; say another --id to make it again");
            }
            boolean weighed =
                    preview.path("adjustments").path(i).path("charged").isNumber();
            boolean sameTime = !atInstant || there.getEffectiveAt().equals(record.getEffectiveAt());
            if (!AdjustmentRecords.isSame(there, record, weighed) || !sameTime) {
                throw new IllegalArgumentException(which + ": is there already as " + PreviewText.words(there)
                        + " from " + there.getEffectiveAt() + " on; say another --id");
            }
            out.println(which + ": is there already, by " + there.getActor() + " from " + there.getEffectiveAt()
                    + " on; it counts once, and nothing is sent. Say another --id to make it again");
        }
        out.flush();
        return fresh;
    }
}
