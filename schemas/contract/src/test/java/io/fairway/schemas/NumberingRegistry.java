package io.fairway.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A registry of schemas by id, which forgets them all when it is told to. It takes a wanted id where that is imported, or always
 * gives out the next one, as Apicurio's does.
 */
final class NumberingRegistry {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AnsweringRegistry server = new AnsweringRegistry();
    private final String path;
    private final boolean imports;
    final Map<Integer, String> schemas = new TreeMap<>();
    final Map<String, List<Integer>> subjects = new TreeMap<>();
    final List<String> modes = new ArrayList<>();
    /** The ids that were asked for, in order. */
    final List<Integer> lookups = new ArrayList<>();

    int registrations;
    private int last;

    NumberingRegistry(String path, boolean imports) throws IOException {
        this.path = path;
        this.imports = imports;
        server.handle(this::answer);
    }

    Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>(server.config());
        config.computeIfPresent("schema.registry.url", (key, url) -> url + path);
        return config;
    }

    void forget() {
        schemas.clear();
        subjects.clear();
        last = 0;
    }

    void give(int id, String schema) {
        schemas.put(id, schema);
    }

    void stop() {
        server.stop();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String[] parts =
                exchange.getRequestURI().getPath().substring(path.length()).split("/", -1);
        String method = exchange.getRequestMethod();
        byte[] body = exchange.getRequestBody().readAllBytes();
        JsonNode asked = body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
        Object answer = null;
        if (parts[1].equals("schemas")) {
            lookups.add(Integer.parseInt(parts[3]));
            String schema = schemas.get(Integer.parseInt(parts[3]));
            answer = schema == null ? null : Map.of("schema", schema);
        } else if (parts[1].equals("mode")) {
            modes.add(method + " " + parts[2]);
            answer = Map.of("mode", "IMPORT");
        } else if (parts.length == 2) {
            answer = subjects.keySet();
        } else if (method.equals("DELETE")) {
            answer = subjects.remove(parts[2]);
        } else if (method.equals("POST")) {
            answer = Map.of("id", register(parts[2], asked));
        } else if (parts.length == 4) {
            answer = subjects.get(parts[2]);
        } else {
            int id = Integer.parseInt(parts[4]);
            answer = Map.of("subject", parts[2], "version", id, "id", id, "schema", schemas.get(id));
        }
        byte[] bytes = (answer == null
                        ? "{\"error_code\": 40403, \"message\": \"not found\"}"
                        : JSON.writeValueAsString(answer))
                .getBytes(UTF_8);
        if (answer == null && parts[1].equals("subjects")) {
            bytes = "{\"error_code\": 40401, \"message\": \"not found\"}".getBytes(UTF_8);
        }
        exchange.getResponseHeaders().add("Content-Type", "application/vnd.schemaregistry.v1+json");
        exchange.sendResponseHeaders(answer == null ? 404 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Versions are ids here, which are as good in tests. */
    private int register(String subject, JsonNode asked) {
        registrations++;
        String schema = asked.get("schema").asText();
        int id = schemas.entrySet().stream()
                .filter(entry -> entry.getValue().equals(schema))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> imports && asked.has("id") && asked.get("id").asInt() > 0
                        ? asked.get("id").asInt()
                        : last + 1);
        last = Math.max(last, id);
        schemas.put(id, schema);
        subjects.computeIfAbsent(subject, s -> new ArrayList<>()).add(id);
        return id;
    }
}
