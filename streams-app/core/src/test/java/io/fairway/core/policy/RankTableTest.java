package io.fairway.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.core.model.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankTableTest {
    private static PackedRanks packed(String account, List<String> users, long ahead, List<Integer> steps) {
        return PackedRanks.read("t", account, users, List.of(), ahead, steps);
    }

    private static NodeId user(String account, String user) {
        return NodeId.ofUser("t", account, user);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    @Test
    void readsTheVectors() throws IOException {
        int users = 0;
        try (InputStream in = RankTableTest.class.getResourceAsStream("/vectors/ranks.json")) {
            for (JsonNode vector : new ObjectMapper().readTree(in)) {
                RankTable table = new RankTable();
                long ranked = vector.get("ranked").asLong();
                table.put("t|root", packed("root", List.of(), 0, List.of()), ranked);
                for (JsonNode record : vector.get("records")) {
                    String account = record.get("account").asText();
                    List<Integer> steps = new ArrayList<>();
                    record.get("steps").forEach(step -> steps.add(step.asInt()));
                    table.put(
                            "t|" + account,
                            packed(
                                    account,
                                    texts(record.get("users")),
                                    record.get("ahead").asLong(),
                                    steps),
                            account.equals("root") ? ranked : null);
                }
                for (JsonNode record : vector.get("records")) {
                    for (int i = 0; i < record.get("users").size(); i++) {
                        NodeId user = user(
                                record.get("account").asText(),
                                record.get("users").get(i).asText());
                        long rank = record.get("ranks").get(i).asLong();
                        assertThat(table.rank(user)).as(user.toString()).isEqualTo((double) rank);
                        assertThat(table.factor(user)).isEqualTo((double) rank / (double) ranked);
                        users++;
                    }
                }
            }
        }
        assertThat(users).isEqualTo(25);
    }

    @Test
    void hasNoRanksBeforeRootSaysHowManyUsersThereAre() {
        RankTable table = new RankTable();
        table.put("t|a", packed("a", List.of("u", "v"), 1, List.of(2)), null);
        assertThat(table.rank(user("a", "u"))).isNaN();
        assertThat(table.factor(user("a", "u"))).isNaN();

        table.put("t|root", packed("root", List.of(), 0, List.of()), 4L);
        // 4 users, one before u: 3. Two steps on: 1.
        assertThat(table.rank(user("a", "u"))).isEqualTo(3);
        assertThat(table.rank(user("a", "v"))).isEqualTo(1);
        assertThat(table.factor(user("a", "u"))).isEqualTo(0.75);
        assertThat(table.rank(user("b", "u"))).isNaN();
        assertThat(table.rank(user("a", "u").in("gpu"))).isNaN();

        table.remove("t|root");
        assertThat(table.rank(user("a", "u"))).isNaN();
    }

    @Test
    void takesTheLastRecordOfAKeyAndNoOther() {
        RankTable table = new RankTable();
        table.put("t|root", packed("root", List.of(), 0, List.of()), 3L);
        table.put("t|a", packed("a", List.of("u", "v"), 0, List.of(1)), null);
        table.put("t|b", packed("b", List.of("u"), 2, List.of()), null);

        table.put("t|a", packed("a", List.of("w"), 1, List.of()), null);

        assertThat(table.rank(user("a", "u"))).isNaN();
        assertThat(table.rank(user("a", "w"))).isEqualTo(2);
        assertThat(table.rank(user("b", "u"))).isEqualTo(1);

        table.remove("t|a");
        table.remove("t|of nobody");
        assertThat(table.rank(user("a", "w"))).isNaN();
        assertThat(table.rank(user("b", "u"))).isEqualTo(1);
        assertThat(table.isEmpty()).isFalse();
        table.remove("t|b");
        table.remove("t|root");
        assertThat(table.isEmpty()).isTrue();
    }

    /** Parts are cut by the order of the table of shares, so a new user may push another over the edge. */
    @Test
    void keepsAUserThatMovesToAnotherPart() {
        for (boolean firstPartFirst : List.of(true, false)) {
            RankTable table = new RankTable();
            table.put("t|root", packed("root", List.of(), 0, List.of()), 3L);
            table.put("t|a", packed("a", List.of("u", "v"), 0, List.of(1)), null);
            table.put("t|a|1", packed("a", List.of("w"), 2, List.of()), null);

            // v goes over to the second part, x comes into the first one and stands last: 4 users.
            Runnable first = () -> table.put("t|a", packed("a", List.of("u", "x"), 0, List.of(3)), null);
            Runnable second = () -> table.put("t|a|1", packed("a", List.of("v", "w"), 1, List.of(1)), null);
            table.put("t|root", packed("root", List.of(), 0, List.of()), 4L);
            (firstPartFirst ? first : second).run();
            (firstPartFirst ? second : first).run();

            assertThat(table.rank(user("a", "u"))).isEqualTo(4);
            assertThat(table.rank(user("a", "v"))).isEqualTo(3);
            assertThat(table.rank(user("a", "w"))).isEqualTo(2);
            assertThat(table.rank(user("a", "x"))).isEqualTo(1);
        }
    }

    @Test
    void tellsTheAssociationsOfAUserApartByPartition() {
        RankTable table = new RankTable();
        table.put("t|root", PackedRanks.read("t", "root", List.of("u", "u"), List.of("gpu", ""), 0, List.of(1)), 2L);

        assertThat(table.rank(user("root", "u").in("gpu"))).isEqualTo(2);
        assertThat(table.rank(user("root", "u"))).isEqualTo(1);
        assertThatThrownBy(() -> PackedRanks.read("t", "a", List.of("u", "v"), List.of("gpu"), 0, List.of(1)))
                .hasMessage("2 users with 1 partitions: there must be one for each user, or none");
    }
}
