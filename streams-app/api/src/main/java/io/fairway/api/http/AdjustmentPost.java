package io.fairway.api.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fairway.access.AccessConfig;
import io.fairway.access.Role;
import io.fairway.api.answer.AdjustmentJson;
import io.fairway.api.query.Answers;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.Json;
import io.fairway.api.query.Problem;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Takes a correction of usage from an operator. Any instance writes it: the topic is the same for all. Only what it would
 * change is asked of the instance that has the domain, as a question that is passed on like any other.
 */
final class AdjustmentPost {
    /** The largest body, bytes. */
    static final int MAX_BODY_BYTES = 16_384;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** What the preview takes by the same names. */
    private static final List<String> PREVIEWED =
            List.of("tree", "account", "user", "partition", "kind", "amount", "toAccount", "toUser", "measure");

    private final DomainGate gate;
    private final AdjustmentWriter writer;
    private final String scheme;

    /** @param scheme of the server: http or https */
    AdjustmentPost(DomainGate gate, AdjustmentWriter writer, String scheme) {
        this.gate = gate;
        this.writer = writer;
        this.scheme = scheme;
    }

    /**
     * Refuses whoever may not change anything.
     *
     * @throws Problem 403 with what to do
     */
    void requireOperator(Context context, CallerAccess callerAccess, boolean authenticates) {
        String origin = context.header("Origin");
        if (origin != null && !isOwn(origin, scheme, String.valueOf(context.header("Host")))) {
            throw Problem.forbidden("a page of another origin may not correct usage; leave out the header Origin");
        }
        if (!authenticates) {
            throw Problem.forbidden(
                    "usage is corrected here only where callers authenticate, because a correction has an"
                            + " author; set " + AccessConfig.AUTH + ", or correct it with 'fairway adjust'");
        }
        if (callerAccess.caller().role() != Role.OPERATOR) {
            throw Problem.forbidden(
                    callerAccess.caller().text() + " asked for a correction of usage; only operators may make one");
        }
    }

    /** Whether a page is the server's own. A proxy in front of it may add TLS. */
    static boolean isOwn(String origin, String scheme, String host) {
        return origin.equalsIgnoreCase(scheme + "://" + host) || origin.equalsIgnoreCase("https://" + host);
    }

    /** The object in the body of a request. */
    static JsonNode body(Context context) throws IOException {
        String type = Objects.requireNonNullElse(context.contentType(), "none");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(Forwarder.JSON)) {
            throw Problem.of(415, "the content type is " + type + " and must be " + Forwarder.JSON);
        }
        byte[] bytes;
        try (InputStream in = context.req().getInputStream()) {
            bytes = in.readNBytes(MAX_BODY_BYTES + 1);
        }
        if (bytes.length > MAX_BODY_BYTES) {
            throw Problem.of(413, "the body has more than " + MAX_BODY_BYTES + " bytes");
        }
        try {
            JsonNode object = MAPPER.readTree(bytes);
            if (object.isObject()) {
                return object;
            }
            throw Problem.of(400, "the body is no JSON object");
        } catch (IOException wrong) {
            throw Problem.of(400, "the body is no JSON, or has a member twice" + place(wrong));
        }
    }

    private static String place(IOException wrong) {
        JsonLocation place = wrong instanceof JsonProcessingException json ? json.getLocation() : null;
        return place == null ? "" : ": line " + place.getLineNr() + ", column " + place.getColumnNr();
    }

    /**
     * Checks an adjustment against its domain, and writes it.
     *
     * @param trace headers that go with it to another instance
     */
    Forwarder.Answer answer(Asked asked, CallerAccess callerAccess, Map<String, String> trace) throws IOException {
        Long at = asked.instant("at");
        Forwarder.Answer preview = preview(asked, callerAccess, trace);
        if (preview.status() != 200) {
            return preview;
        }
        Instant now = Instant.parse(
                MAPPER.readTree(preview.body()).path("effectiveAt").asText());
        AdjustmentWriter.Outcome outcome = writer.write(
                Adjustment.newBuilder()
                        .setDomain(asked.needed("domain"))
                        .setTree(asked.needed("tree"))
                        .setAccount(asked.needed("account"))
                        .setUser(Objects.requireNonNullElse(asked.text("user"), ""))
                        .setPartition(Objects.requireNonNullElse(asked.text("partition"), ""))
                        .setId(asked.needed("id"))
                        .setKind(AdjustmentKind.valueOf(asked.needed("kind").toUpperCase(Locale.ROOT)))
                        .setAmount(Objects.requireNonNullElse(asked.number("amount"), 0.0))
                        .setToAccount(asked.text("toAccount"))
                        .setToUser(asked.text("toUser"))
                        .setMeasure(asked.text("measure"))
                        .setEffectiveAt(at == null ? now : Instant.ofEpochMilli(at))
                        .setActor(callerAccess.caller().name())
                        .setReason(asked.needed("reason"))
                        .build(),
                at != null);
        return new Forwarder.Answer(outcome.isNew() ? 201 : 200, Forwarder.JSON, Json.bytes(json(outcome.record())));
    }

    /** What it would change: whoever has the domain refuses what cannot be. */
    private Forwarder.Answer preview(Asked asked, CallerAccess callerAccess, Map<String, String> trace)
            throws IOException {
        String domain = asked.needed("domain");
        Map<String, String> parameters = new HashMap<>(Map.of("domain", domain));
        StringBuilder path = new StringBuilder("/v1/domains/")
                .append(StreamVisibility.escaped(domain))
                .append("/adjustments/preview");
        char separator = '?';
        for (String name : PREVIEWED) {
            String value = asked.text(name);
            if (value != null) {
                parameters.put(name, value);
                path.append(separator).append(name).append('=').append(StreamVisibility.escaped(value));
                separator = '&';
            }
        }
        return gate.ask(
                new DomainGate.Incoming(path.toString(), false, trace),
                domain,
                Objects.requireNonNull(Answers.of("previewAdjustment", named -> 0)),
                new Asked(parameters),
                callerAccess);
    }

    private static AdjustmentJson json(Adjustment record) {
        return new AdjustmentJson(
                record.getDomain(),
                record.getTree(),
                record.getAccount(),
                record.getUser(),
                record.getPartition(),
                record.getId(),
                record.getKind().name().toLowerCase(Locale.ROOT),
                record.getAmount(),
                record.getToAccount(),
                record.getToUser(),
                record.getMeasure(),
                record.getEffectiveAt(),
                record.getActor(),
                record.getReason());
    }
}
