package io.fairway.collect.slurm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the answer of {@code squeue --json} job by job: the whole text of a large queue would not fit into memory. An
 * answer that is cut off, or has an error in it, is refused as a whole: its missing jobs would look as if they had ended.
 * Bytes that are no UTF-8, and control characters in a text, spoil that text alone: users name their jobs.
 */
final class QueueReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            // Not JSON, but what C prints for numbers that are none.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build()
            .setCodec(new ObjectMapper());

    private static final int MAX_SHOWN = 300;

    private final SlurmJobReader reader;

    QueueReader(SlurmJobReader reader) {
        this.reader = reader;
    }

    /**
     * Reads a queue.
     *
     * @param source its name in messages, such as {@code squeue --json}
     * @param time when Slurm was asked
     * @throws IOException if the answer is no complete queue; has place and reason
     */
    QueueLook read(String source, InputStream in, Instant time) throws IOException {
        Map<String, SlurmJob> jobs = new HashMap<>();
        QueueLook.Unread unread = new QueueLook.Unread();
        boolean hasJobs = false;
        try (JsonParser parser = JSON.createParser(new LenientText(in))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException(source + ": the answer must be a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("jobs")) {
                    hasJobs = true;
                    readJobs(source, parser, time, jobs, unread);
                } else if (name.equals("errors")) {
                    refuseErrors(source, parser.readValueAsTree());
                } else {
                    parser.skipChildren();
                }
            }
            if (parser.currentToken() != JsonToken.END_OBJECT) {
                throw new IOException(source + ": the answer ends too early");
            }
        } catch (JsonProcessingException e) {
            throw new IOException(
                    source + ", " + place(e.getLocation()) + ", after " + jobs.size() + " good jobs: the answer must be"
                            + " JSON: " + clipped(e.getOriginalMessage()) + "; nothing of it is used",
                    e);
        }
        if (!hasJobs) {
            throw new IOException(source + ": the answer has no field jobs");
        }
        return new QueueLook(time, jobs, unread, Map.of());
    }

    private static String place(JsonLocation at) {
        return at == null ? "somewhere" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    private static String clipped(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "\ufffd");
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
    }

    private void readJobs(
            String source, JsonParser parser, Instant time, Map<String, SlurmJob> jobs, QueueLook.Unread unread)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new IOException(source + ": jobs must be a list");
        }
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            JsonNode node = parser.readValueAsTree();
            String place = source + ", jobs[" + i + "]";
            SlurmJob job = reader.read(node, place, time);
            if (job == null) {
                unread.add(reader.id(node, place, time));
            } else {
                jobs.put(job.id(), job);
            }
        }
    }

    private static void refuseErrors(String source, JsonNode errors) throws IOException {
        if (!errors.isEmpty()) {
            throw new IOException(source + ": Slurm reports an error: " + words(errors.get(0)));
        }
    }

    /** What an answer that is refused says of it: its errors, or else its text. */
    static String reason(byte[] answer) {
        String text = new String(answer, StandardCharsets.UTF_8).strip();
        try {
            JsonNode errors = new ObjectMapper().readTree(text).path("errors");
            return errors.isEmpty() ? clipped(text) : words(errors.get(0));
        } catch (JsonProcessingException e) {
            return clipped(text);
        }
    }

    /** Such as {@code Protocol authentication error: Unable to query jobs (slurm_load_jobs())}. */
    private static String words(JsonNode error) {
        String what = error.path("error").asText();
        String description = error.path("description").asText();
        String source = error.path("source").asText();
        if (what.isEmpty() && description.isEmpty()) {
            return clipped(String.valueOf(error));
        }
        return clipped(what
                + (what.isEmpty() || description.isEmpty() ? "" : ": ")
                + description
                + (source.isEmpty() ? "" : " (" + source + ")"));
    }
}
