package io.fairway.dispatcher.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.schemas.Keys;
import java.util.TreeMap;

/**
 * A start that the program is asked for.
 *
 * @param id tells the answer; a repeated request has the same
 * @param event the STARTED event that is on record
 * @param attempt 1 for the first request
 * @param tries failures that this start is the reason of
 * @param alone whether it is asked for while no other start is
 */
record StartLine(long id, ChosenJob job, JobEvent event, int attempt, int tries, boolean alone) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A start that was not asked for yet. */
    static StartLine first(long id, ChosenJob job, JobEvent event) {
        return new StartLine(id, job, event, 1, 0, false);
    }

    /** The same once more: the program failed for another reason. */
    StartLine again() {
        return new StartLine(id, job, event, attempt + 1, tries, alone);
    }

    /** The same once more after an error. */
    StartLine afterError() {
        return new StartLine(id, job, event, attempt + 1, tries + 1, alone);
    }

    /** The same once more, and by itself: the program failed at it. */
    StartLine aside() {
        return new StartLine(id, job, event, attempt + 1, tries + 1, true);
    }

    /** The line, without its end. */
    String text() {
        ObjectNode line = JSON.createObjectNode()
                .put("id", id)
                .put("attempt", attempt)
                .put("domain", job.key().domain())
                .put("cluster", job.key().cluster())
                .put("job", job.key().job())
                .put("start", event.getTime().toString())
                .put("account", job.association().account())
                .put("user", job.association().user())
                .put("queue", job.queue())
                .put("partition", Keys.partition(job.request()))
                .put("policy", job.policy());
        JobAttributes attributes = event.getAttributes();
        if (attributes != null && attributes.getChunk() != null) {
            line.put("chunk", attributes.getChunk());
        }
        if (Double.isFinite(job.priority())) {
            line.put("priority", job.priority());
        }
        ObjectNode requested = line.putObject("requestedTres");
        new TreeMap<>(job.requestedTres()).forEach(requested::put);
        if (attributes != null && attributes.getHostSlots() != null) {
            ObjectNode hosts = line.putObject("hosts");
            attributes.getHostSlots().forEach(hosts::put);
        }
        try {
            return JSON.writeValueAsString(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers always make JSON", e);
        }
    }
}
