package io.fairway.system.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;

/**
 * A result as JSON: {@code at} (epoch seconds), {@code events}, {@code skipped}, {@code digest} and {@code associations}
 * with {@code tree}, {@code account}, {@code user}, {@code usage} (TRES-seconds decayed to {@code at}) and {@code
 * fairshare} (null where there is none). The same replay in another order gives the same bytes.
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
        json.writeEndObject();
        json.close();
        out.write(System.lineSeparator());
        out.flush();
    }

    private static void writeSeconds(JsonGenerator json, String name, long millis) throws IOException {
        if (millis % 1000 == 0) {
            json.writeNumberField(name, millis / 1000);
        } else {
            json.writeNumberField(name, millis / 1000.0);
        }
    }
}
