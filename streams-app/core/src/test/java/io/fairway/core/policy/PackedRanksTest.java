package io.fairway.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackedRanksTest {
    private static Iterable<JsonNode> vectors() throws IOException {
        try (InputStream in = PackedRanksTest.class.getResourceAsStream("/vectors/ranks.json")) {
            return new ObjectMapper().readTree(in);
        }
    }

    @Test
    void readsTheVectors() throws IOException {
        for (JsonNode vector : vectors()) {
            for (JsonNode record : vector.get("records")) {
                List<NodeId> users = new ArrayList<>();
                record.get("users")
                        .forEach(user -> users.add(
                                NodeId.ofUser("t", record.get("account").asText(), user.asText())));
                List<Integer> steps = new ArrayList<>();
                record.get("steps").forEach(step -> steps.add(step.asInt()));

                long[] ranks = new PackedRanks(users, record.get("ahead").asLong(), steps)
                        .ranks(vector.get("ranked").asLong());

                assertThat(ranks).as(vector.get("name").asText()).containsExactly(longs(record.get("ranks")));
            }
        }
    }

    @Test
    void writesTheVectors() throws IOException {
        for (JsonNode vector : vectors()) {
            List<ShareNode> nodes = new ArrayList<>();
            Map<NodeId, Long> ranks = new HashMap<>();
            for (JsonNode record : vector.get("records")) {
                String account = record.get("account").asText();
                if (!account.equals("root")) {
                    nodes.add(ShareNode.account("t", account, "root", 1, 0));
                }
                for (int i = 0; i < record.get("users").size(); i++) {
                    String user = record.get("users").get(i).asText();
                    nodes.add(ShareNode.user("t", account, user, 1, 0));
                    ranks.put(
                            NodeId.ofUser("t", account, user),
                            record.get("ranks").get(i).asLong());
                }
            }
            ShareTree tree = ShareTree.build("t", nodes);
            Fairshare.Values values = new Fairshare.Values(tree, UsageSnapshot.of(new double[tree.size()]));
            ranks.forEach((id, rank) -> values.rank[tree.find(id)] = rank);
            Fairshare fairshare = values.finish((of, node) -> List.of());

            for (JsonNode record : vector.get("records")) {
                // Any order: the worst first.
                int[] users = new int[record.get("users").size()];
                for (int i = 0; i < users.length; i++) {
                    users[users.length - 1 - i] = tree.find(NodeId.ofUser(
                            "t",
                            record.get("account").asText(),
                            record.get("users").get(i).asText()));
                }

                PackedRanks packed = PackedRanks.of(fairshare, users, null);

                assertThat(packed.ahead()).isEqualTo(record.get("ahead").asLong());
                assertThat(packed.users().stream().map(NodeId::user))
                        .containsExactlyElementsOf(texts(record.get("users")));
                assertThat(packed.steps().stream().mapToLong(Integer::longValue).toArray())
                        .containsExactly(longs(record.get("steps")));
            }
        }
    }

    @Test
    void areTheSameWhateverWasPackedBefore() {
        List<ShareNode> nodes = new ArrayList<>();
        for (String user : List.of("d", "a", "c", "b", "e")) {
            nodes.add(ShareNode.user("t", "root", user, 1, nodes.size()));
        }
        ShareTree tree = ShareTree.build("t", nodes);
        SplittableRandom random = new SplittableRandom(3);
        int[] kept = {1, 2, 3, 4, 5};
        PackedRanks last = null;
        int same = 0;
        for (int step = 0; step < 2_000; step++) {
            Fairshare.Values values = new Fairshare.Values(tree, UsageSnapshot.of(new double[tree.size()]));
            for (int node = 1; node < tree.size(); node++) {
                values.rank[node] = random.nextInt(1, 4);
            }
            Fairshare fairshare = values.finish((of, node) -> List.of());

            PackedRanks now = PackedRanks.of(fairshare, kept, last);

            assertThat(now).as("step " + step).isEqualTo(PackedRanks.of(fairshare, new int[] {5, 4, 3, 2, 1}, null));
            same += last != null && now.users().equals(last.users()) ? 1 : 0;
            last = now;
        }
        assertThat(same).as("steps in the same order").isGreaterThan(10);
    }

    @Test
    void refusesStepsThatDoNotFitTheUsers() {
        assertThatThrownBy(() -> new PackedRanks(List.of(NodeId.ofUser("t", "a", "u")), 0, List.of(1)))
                .hasMessageContaining("1 users with 1 steps: there must be one step less than users");
    }

    private static long[] longs(JsonNode numbers) {
        long[] all = new long[numbers.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = numbers.get(i).asLong();
        }
        return all;
    }

    private static List<String> texts(JsonNode texts) {
        List<String> all = new ArrayList<>();
        texts.forEach(text -> all.add(text.asText()));
        return all;
    }
}
