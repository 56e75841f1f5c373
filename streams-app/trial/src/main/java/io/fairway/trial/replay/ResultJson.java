package io.fairway.trial.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A result as JSON: {@code at} (epoch seconds), {@code events}, {@code skipped}, {@code digest} and {@code associations}
 * with {@code tree}, {@code account}, {@code user}, {@code usage} (TRES-seconds decayed to {@code at}) and {@code
 * fairshare} (null = none); with several policies also {@code policies}, with the numbers of every node by policy. The same
 * replay in another order gives the same bytes.
 */
final class ResultJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ResultJson() {}

    /** Writes a result; leaves the writer open. */
    static void write(ReplayResult result, Writer out) throws IOException {
        JsonGenerator json = JSON.createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .setPrettyPrinter(new DefaultPrettyPrinter()
                        .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE)
                        .withObjectIndenter(DefaultPrettyPrinter.FixedSpaceIndenter.instance));
        json.writeStartObject();
        writeSeconds(json, "at", result.at());
        json.writeNumberField("events", result.events());
        json.writeNumberField("skipped", result.skipped());
        json.writeStringField("digest", result.digest());
        json.writeArrayFieldStart("associations");
        for (ReplayResult.Row row : result.associations()) {
            json.writeStartObject();
            json.writeStringField("tree", row.association().tree());
            json.writeStringField("account", row.association().account());
            json.writeStringField("user", row.association().user());
            json.writeNumberField("usage", row.usage());
            Double fairshare = row.fairshare();
            if (fairshare == null) {
                json.writeNullField("fairshare");
            } else {
                json.writeNumberField("fairshare", fairshare);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        if (result.fairshares().size() > 1) {
            writePolicies(json, result.fairshares());
        }
        json.writeEndObject();
        json.close();
        out.write(System.lineSeparator());
        out.flush();
    }

    private static void writePolicies(JsonGenerator json, Map<String, List<ReplayResult.Share>> policies)
            throws IOException {
        json.writeObjectFieldStart("policies");
        for (Map.Entry<String, List<ReplayResult.Share>> policy : new TreeMap<>(policies).entrySet()) {
            json.writeArrayFieldStart(policy.getKey());
            for (ReplayResult.Share share : policy.getValue()) {
                json.writeStartObject();
                json.writeStringField("tree", share.node().tree());
                json.writeStringField("account", share.node().account());
                json.writeStringField("user", share.node().user());
                Double factor = share.factor();
                if (factor == null) {
                    json.writeNullField("factor");
                } else {
                    json.writeNumberField("factor", factor);
                }
                Long rank = share.rank();
                if (rank != null) {
                    json.writeNumberField("rank", rank);
                }
                json.writeNumberField("rawUsage", share.rawUsage());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void writeSeconds(JsonGenerator json, String name, long millis) throws IOException {
        if (millis % 1000 == 0) {
            json.writeNumberField(name, millis / 1000);
        } else {
            json.writeNumberField(name, millis / 1000.0);
        }
    }
}
