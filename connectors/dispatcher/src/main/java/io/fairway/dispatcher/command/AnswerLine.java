package io.fairway.dispatcher.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What the program answers to a start.
 *
 * @param id that of the start
 * @param reason why not; empty if it gave no reason
 */
record AnswerLine(long id, Said answer, String reason) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_SHOWN = 80;
    private static final int MAX_SAID = 500;

    /** The answers. */
    enum Said {
        /** The job starts. */
        STARTED,
        /** The scheduler does not take the job now. */
        REFUSED,
        /** Something failed; the same start may be asked for again. */
        ERROR
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException names the value and the rule
     */
    static AnswerLine parse(String line) {
        JsonNode answer;
        try {
            answer = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("\"" + shown(line) + "\": must be a line of JSON", e);
        }
        if (answer == null || !answer.path("id").isIntegralNumber()) {
            throw new IllegalArgumentException("\"" + shown(line) + "\": must have the id of a start");
        }
        String reason = answer.path("reason").asText();
        return new AnswerLine(
                answer.path("id").longValue(),
                reason(answer.path("answer").asText(), line),
                reason.substring(0, Math.min(MAX_SAID, reason.length())));
    }

    private static Said reason(String answer, String line) {
        return switch (answer) {
            case "started" -> Said.STARTED;
            case "refused" -> Said.REFUSED;
            case "error" -> Said.ERROR;
            default ->
                throw new IllegalArgumentException("\"" + shown(line) + "\": answer must be started, refused or error");
        };
    }

    private static String shown(String line) {
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
    }
}
