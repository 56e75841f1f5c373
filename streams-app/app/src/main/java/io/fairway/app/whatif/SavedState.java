package io.fairway.app.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.http.Api;
import io.fairway.reading.saved.SavedDomain;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The state of a domain as JSON: an answer of the API, or a file. */
final class SavedState {
    /** The file of a folder. */
    static final String FILE = "state.json.gz";

    private SavedState() {}

    /**
     * Reads a state.
     *
     * @param from names it in messages
     * @throws IllegalArgumentException if it is none
     */
    static SavedDomain of(JsonNode json, String from) {
        List<SavedDomain.Row> rows = new ArrayList<>();
        json.path("rows")
                .forEach(row -> rows.add(new SavedDomain.Row(
                        row.path("store").asText(),
                        row.path("key").asText(),
                        row.path("value").asText())));
        try {
            return new SavedDomain(
                    json.path("domain").asText(),
                    json.path("format").asInt(),
                    json.path("program").asText(),
                    Instant.parse(json.path("asOf").asText()),
                    rows);
        } catch (DateTimeException none) {
            throw new IllegalArgumentException(from + ": is no state of a domain: it has no instant asOf", none);
        }
    }

    /**
     * Reads a folder that {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    static SavedDomain read(Path folder) {
        Path file = folder.resolve(FILE);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return of(Api.JSON.readTree(in), file.toString());
        } catch (IOException wrong) {
            throw new IllegalArgumentException(
                    "--saved " + folder + ": " + FILE + " is not there, or is no state that --save wrote", wrong);
        }
    }

    /** Writes a state into a folder, which is made if it is not there. */
    static void write(SavedDomain state, Path folder) throws IOException {
        Files.createDirectories(folder);
        ObjectNode json = Api.JSON.createObjectNode();
        json.put("domain", state.domain())
                .put("format", state.format())
                .put("program", state.program())
                .put("asOf", state.asOf().toString());
        state.rows()
                .forEach(row -> json.withArray("rows")
                        .addObject()
                        .put("store", row.store())
                        .put("key", row.key())
                        .put("value", row.value()));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(FILE)))) {
            Api.JSON.writeValue(out, json);
        }
    }
}
