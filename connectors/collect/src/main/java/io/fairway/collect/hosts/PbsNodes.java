package io.fairway.collect.hosts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.avro.HostState;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads {@code pbsnodes -a -F json}: an object {@code nodes} with an object for each vnode.
 *
 * <p>Slots are {@code resources_available.ncpus}. The group is the queue that the vnode belongs to, if there is one. A vnode
 * in several states takes new jobs only if all of them allow it. {@code job-busy} is open: jobs hold all CPUs, and the
 * next one may start when one of them ends.
 *
 * <p>Source: PBS Professional 2022.1 Reference Guide, pbsnodes, "Vnode Attributes" and "Vnode States".
 */
final class PbsNodes {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> DOWN = Set.of("down", "state-unknown", "stale", "unresolvable");
    private static final Set<String> OPEN = Set.of("free", "job-busy");
    private static final Set<String> CLOSED = Set.of(
            "busy",
            "initializing",
            "job-exclusive",
            "maintenance",
            "offline",
            "provisioning",
            "resv-exclusive",
            "sleep",
            "wait-provisioning");

    private PbsNodes() {}

    static HostLook read(String source, Reader answer) throws IOException {
        JsonNode nodes;
        try {
            nodes = JSON.readTree(answer).path("nodes");
        } catch (JsonProcessingException e) {
            throw new IOException(
                    source + ", line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": must be JSON: " + e.getOriginalMessage(),
                    e);
        }
        HostLook.Builder look = new HostLook.Builder(source);
        for (String name : (Iterable<String>) nodes::fieldNames) {
            look.add("nodes", name, () -> host(nodes.path(name)));
        }
        return look.build();
    }

    private static SeenHost host(JsonNode node) {
        JsonNode cpus = node.path("resources_available").path("ncpus");
        String queue = node.path("queue").asText("");
        return new SeenHost(
                HostLook.slots("resources_available.ncpus", cpus.asText("")),
                queue.isEmpty() ? Set.of() : Set.of(queue),
                state(node.path("state").asText("")));
    }

    private static HostState state(String text) {
        List<String> words = Arrays.stream(text.split(",")).map(String::strip).toList();
        for (String word : words) {
            if (!DOWN.contains(word) && !CLOSED.contains(word) && !OPEN.contains(word)) {
                throw new IllegalArgumentException("state \"" + text + "\": \"" + word
                        + "\" must be a vnode state of PBS, such as free or offline");
            }
        }
        if (words.stream().anyMatch(DOWN::contains)) {
            return HostState.DOWN;
        }
        return words.stream().anyMatch(CLOSED::contains) ? HostState.CLOSED : HostState.OPEN;
    }
}
