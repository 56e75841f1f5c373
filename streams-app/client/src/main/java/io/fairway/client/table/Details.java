package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import org.jspecify.annotations.Nullable;

/** The numbers behind the factors of a list. It takes one request for each. */
public final class Details {
    private static final String MEMBER = "details";

    private Details() {}

    /** Adds the numbers to a list of fairshare. */
    public static JsonNode added(Api api, JsonNode answer, String domain, @Nullable String policy) {
        ArrayNode details = Api.JSON.createArrayNode();
        for (JsonNode item : answer.path("items")) {
            String tree = item.path("tree").asText();
            String account = item.path("account").asText();
            String user = item.path("user").asText();
            Query one = user.isEmpty()
                    ? Query.of("domains", domain, "fairshare", tree, account)
                    : Query.of("domains", domain, "fairshare", tree, account, user);
            details.add(api.get(one.with("policy", policy)).path("rows"));
        }
        if (answer instanceof ObjectNode object) {
            object.set(MEMBER, details);
        }
        return answer;
    }

    /** The rows behind the item at an index of the list. */
    public static JsonNode of(JsonNode answer, int item) {
        return answer.path(MEMBER).path(item);
    }

    /** The row of a name, at any depth; upper rows first. */
    public static JsonNode find(JsonNode rows, String name) {
        for (JsonNode row : rows) {
            if (row.path("name").asText().equals(name)) {
                return row;
            }
        }
        for (JsonNode row : rows) {
            JsonNode below = find(row.path("parts"), name);
            if (!below.isMissingNode()) {
                return below;
            }
        }
        return MissingNode.getInstance();
    }
}
