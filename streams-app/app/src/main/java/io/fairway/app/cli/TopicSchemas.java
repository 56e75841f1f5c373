package io.fairway.app.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.schemas.Topic;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** The schemas of the values of topics, as the serializers register them: without what is for Java alone. */
final class TopicSchemas {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TopicSchemas() {}

    /** The text of each schema, by the name of its topic without the prefix. A topic of other records has none. */
    static SortedMap<String, String> byTopic() {
        SortedMap<String, String> schemas = new TreeMap<>();
        for (Topic topic : Topic.values()) {
            if (SpecificRecord.class.isAssignableFrom(topic.valueClass())) {
                schemas.put(topic.suffix(), text(SpecificData.get().getSchema(topic.valueClass())));
            }
        }
        return schemas;
    }

    private static String text(Schema schema) {
        try {
            JsonNode plain = MAPPER.readTree(schema.toString());
            strip(plain);
            return SchemaFormatter.format("json/pretty", new Schema.Parser().parse(plain.toString())) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a schema is JSON", impossible);
        }
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove("avro.java.string");
        }
        node.forEach(TopicSchemas::strip);
    }
}
