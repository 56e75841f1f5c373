package io.fairway.collect.slurm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the answer of {@code squeue --json} job by job: the whole text of a large queue would not fit into memory. An
 * answer that is cut off, or has an error in it, is refused as a whole: its missing jobs would look as if they had ended.
 */
final class QueueReader {
    private static final JsonFactory JSON = new JsonFactory().setCodec(new ObjectMapper());

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
        boolean hasJobs = false;
        try (JsonParser parser = JSON.createParser(in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException(source + ": the answer must be a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("jobs")) {
                    hasJobs = true;
                    readJobs(source, parser, jobs);
                } else if (name.equals("errors")) {
                    refuseErrors(source, parser.readValueAsTree());
                } else {
                    parser.skipChildren();
                }
            }
            if (parser.currentToken() != JsonToken.END_OBJECT) {
                throw new IOException(source + ": the answer ends too early");
            }
        }
        if (!hasJobs) {
            throw new IOException(source + ": the answer has no field jobs");
        }
        return new QueueLook(time, jobs);
    }

    private void readJobs(String source, JsonParser parser, Map<String, SlurmJob> jobs) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new IOException(source + ": jobs must be a list");
        }
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            JsonNode node = parser.readValueAsTree();
            SlurmJob job = reader.read(node, source + ", jobs[" + i + "]");
            if (job != null) {
                jobs.put(job.id(), job);
            }
        }
    }

    private static void refuseErrors(String source, JsonNode errors) throws IOException {
        if (!errors.isEmpty()) {
            String text = errors.get(0).toString();
            throw new IOException(
                    source + ": Slurm reports an error: " + text.substring(0, Math.min(text.length(), 300)));
        }
    }
}
