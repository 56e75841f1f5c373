package io.fairway.scenario.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.avro.Host;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import java.util.List;
import java.util.Set;

/** The JSON Schema (draft 2020-12) of scenario files, for editors and for programs that write such files. */
public final class ScenarioSchema {
    private static final String NUMBER = "^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?$";

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final ObjectNode definitions = json.objectNode();
    private final RecordSchemas records = new RecordSchemas(definitions);

    private ScenarioSchema() {}

    /** The schema as JSON. */
    public static String text() {
        try {
            return new ObjectMapper()
                            .enable(SerializationFeature.INDENT_OUTPUT)
                            .writeValueAsString(new ScenarioSchema().scenario())
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the schema cannot be written", e);
        }
    }

    private ObjectNode scenario() {
        plain();
        shares();
        facts();
        records.record(Measure.getClassSchema(), Set.of("name"));
        records.record(Policy.getClassSchema(), Set.of("domain", "name", "effectiveFrom", "measure"));
        records.record(Host.getClassSchema(), Set.of("domain", "cluster", "name"));
        records.record(JobEvent.getClassSchema(), Set.of("domain", "cluster", "sequence"));
        ObjectNode schema = json.objectNode()
                .put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", "Fairway scenario")
                .put("type", "object");
        ObjectNode keys = schema.putObject("properties");
        put(keys, "title", ref("text"), "What it shows.");
        put(keys, "about", ref("text"), "More of it.");
        put(keys, "source", ref("text"), "Where its numbers come from.");
        put(keys, "at", ref("instant"), "The instant of evaluation.");
        put(keys, "domain", ref("text"), "The domain of all records; the name of the share tree without it.");
        put(keys, "policy", orFile(ref("Policy")), "As policy apply takes it, or the name of such a file.");
        put(keys, "policies", mapOf(orFile(ref("Policy"))), "Several, by name. Each has the domain for itself.");
        put(keys, "shares", orFile(mapOf(ref("accounts"))), "Accounts by tree, or the name of a file of shares apply.");
        put(
                keys,
                "hosts",
                orFile(mapOf(mapOf(ref("Host")))),
                "Hosts by cluster, or the name of a file of hosts apply.");
        put(keys, "usage", mapOf(mapOf(ref("usage"))), "Usage as of the instant: by tree and ACCOUNT/USER.");
        put(keys, "remoteUsage", listOf(orFile(anything())), "Files of remote-usage apply, or their names.");
        put(keys, "jobs", mapOf(ref("job")), "Waiting jobs, by id.");
        put(keys, "runs", listOf(ref("run")), "Runs that ended, or go on.");
        put(keys, "events", listOf(ref("JobEvent")), "Whatever else happened to jobs, in any order.");
        put(
                keys,
                "expect",
                mapOf(anything()),
                "What must come out: section, row, column; below the policy's name if there are several.");
        schema.putArray("required").add("at");
        schema.put("additionalProperties", false);
        schema.putArray("oneOf").add(required("policy")).add(required("policies"));
        schema.set("$defs", definitions);
        return schema;
    }

    private void plain() {
        types("text", "A text; a plain number will do.", "string", "number", "boolean");
        ObjectNode number = definitions.putObject("number").put("description", "A number, or infinity.");
        var numbers = number.putArray("anyOf");
        numbers.addObject().put("type", "number");
        numbers.addObject().put("type", "string").put("pattern", NUMBER);
        var infinite = numbers.addObject().putArray("enum");
        List.of(".inf", "inf", "INF", "Infinity", "-.inf", "-inf", "-INF", "-Infinity")
                .forEach(infinite::add);
        wholeOr("whole", "A whole number.", "^[+-]?[0-9]+$");
        wholeOr("millis", "Milliseconds, or a duration such as 7d, 5h, 30m or 10s.", "^[0-9]+[wdhms]?$");
        wholeOr("shareCount", "Shares, or parent.", "^([0-9]+|parent)$");
        var yes = definitions
                .putObject("yes")
                .put("description", "true or false.")
                .putArray("anyOf");
        yes.addObject().put("type", "boolean");
        yes.addObject()
                .put("type", "string")
                .put("pattern", "^([Yy][Ee][Ss]|[Nn][Oo]|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$");
        definitions
                .putObject("instant")
                .put("description", "An instant such as 2026-11-21T12:00:00Z.")
                .put("type", "string")
                .put("pattern", "^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)$");
    }

    private void shares() {
        definitions.set("accounts", mapOf(ref("account")));
        ObjectNode account = object("account", "An account of a share tree; root holds the users beside the accounts.");
        account.set("shares", ref("shareCount"));
        account.set("priority", ref("whole"));
        account.set("users", mapOf(either(ref("shareCount"), ref("user"))));
        account.set("accounts", ref("accounts"));
        ObjectNode association = object("association", "Shares and priority.");
        association.set("shares", ref("shareCount"));
        association.set("priority", ref("whole"));
        ObjectNode user = object("user", "A user of an account, and its associations of partitions.");
        user.set("shares", ref("shareCount"));
        user.set("priority", ref("whole"));
        user.set("partitions", mapOf(either(ref("shareCount"), ref("association"))));
    }

    private void facts() {
        ObjectNode attributes = records.record(JobAttributes.getClassSchema(), Set.of());
        ObjectNode job = object("job", "A job that was submitted.");
        put(job, "submitted", ref("instant"), "When; the instant of the scenario without it.");
        who(job);
        job.set("attributes", attributes.deepCopy());
        ObjectNode run = object("run", "A run of a job.");
        put(run, "job", ref("text"), "Its id.");
        who(run);
        run.set("attributes", attributes.deepCopy());
        run.set("started", ref("instant"));
        put(run, "ended", ref("instant"), "When; it still runs without it.");
        put(run, "allocatedTres", mapOf(ref("number")), "Counts by name.");
        put(run, "cpuSeconds", ref("number"), "CPU time used; only of a run that ended.");
        run.set("suspended", listOf(ref("pause")));
        ((ObjectNode) definitions.get("run"))
                .putArray("required")
                .add("started")
                .add("allocatedTres");
        ObjectNode pause = object("pause", "A suspension; without until it lasts.");
        pause.set("from", ref("instant"));
        pause.set("until", ref("instant"));
        ((ObjectNode) definitions.get("pause")).putArray("required").add("from");
        definitions.set(
                "usage",
                mapOf(either(ref("number"), listOf(ref("number"))))
                        .put("description", "By measure: an amount, or windows of which the current one is first."));
    }

    private void who(ObjectNode fact) {
        put(fact, "cluster", ref("text"), "Its cluster; the domain without it.");
        put(fact, "tree", ref("text"), "Its share tree; that of its cluster or queue without it.");
        fact.set("account", ref("text"));
        fact.set("user", ref("text"));
    }

    private ObjectNode object(String name, String description) {
        ObjectNode definition =
                definitions.putObject(name).put("type", "object").put("description", description);
        ObjectNode properties = definition.putObject("properties");
        definition.put("additionalProperties", false);
        return properties;
    }

    private void types(String name, String description, String... types) {
        var all = definitions.putObject(name).put("description", description).putArray("type");
        List.of(types).forEach(all::add);
    }

    private void wholeOr(String name, String description, String pattern) {
        var any = definitions.putObject(name).put("description", description).putArray("anyOf");
        any.addObject().put("type", "integer");
        any.addObject().put("type", "string").put("pattern", pattern);
    }

    private static void put(ObjectNode properties, String key, ObjectNode value, String description) {
        properties.set(key, value.put("description", description));
    }

    private static ObjectNode ref(String definition) {
        return RecordSchemas.reference(definition);
    }

    private ObjectNode anything() {
        return json.objectNode().put("type", "object");
    }

    private ObjectNode mapOf(ObjectNode value) {
        ObjectNode map = json.objectNode().put("type", "object");
        map.set("additionalProperties", value);
        return map;
    }

    private ObjectNode listOf(ObjectNode value) {
        ObjectNode list = json.objectNode().put("type", "array");
        list.set("items", value);
        return list;
    }

    private ObjectNode either(ObjectNode one, ObjectNode other) {
        ObjectNode either = json.objectNode();
        either.putArray("anyOf").add(one).add(other);
        return either;
    }

    /** What stands there, or the name of a file with it. */
    private ObjectNode orFile(ObjectNode value) {
        return either(value, json.objectNode().put("type", "string"));
    }

    private ObjectNode required(String key) {
        ObjectNode required = json.objectNode();
        required.putArray("required").add(key);
        return required;
    }
}
