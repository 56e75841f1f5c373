package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.query.Json;
import io.fairway.avro.RankRecord;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.PackedRanks;
import io.fairway.records.RankRecords;
import java.util.function.Predicate;

/**
 * The events of packed ranks. They name places, 1 is served first: a place needs no other record, and stays true when users are
 * left out that the caller does not see.
 */
final class RankEvents {
    private static final String USERS = "users";

    private RankEvents() {}

    /** Writes the place of each user into the record's JSON, instead of the packed numbers. */
    static ObjectNode unpacked(ObjectNode json, RankRecord record) {
        PackedRanks packed = RankRecords.read(record);
        long[] before = packed.before();
        ArrayNode users = Json.object().arrayNode();
        for (int i = 0; i < before.length; i++) {
            NodeId user = packed.users().get(i);
            users.addObject()
                    .put("user", user.user())
                    .put("partition", user.partition())
                    .put("place", before[i] + 1);
        }
        json.set(USERS, users);
        json.remove("partitions");
        json.remove("ahead");
        json.remove("steps");
        return json;
    }

    /** Whether an event names users. One that was withdrawn does not, nor does root's record if root has none. */
    static boolean namesUsers(ObjectNode data) {
        return !data.path(USERS).isEmpty();
    }

    /** Leaves only some users in an event; false = none is left. */
    static boolean keep(ObjectNode data, NodeId account, Predicate<NodeId> kept) {
        ArrayNode users = Json.object().arrayNode();
        for (JsonNode user : data.path(USERS)) {
            if (kept.test(NodeId.ofUser(
                    account.tree(), account.account(), user.path("user").asText()))) {
                users.add(user);
            }
        }
        data.set(USERS, users);
        return !users.isEmpty();
    }
}
