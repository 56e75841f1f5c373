package io.fairway.core.shares;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeIndexTest {
    @Test
    void findsEachNodeAndNoOther() {
        for (int size = 1; size <= 200; size++) {
            NodeId[] nodes = new NodeId[size];
            List<NodeId> others = new ArrayList<>();
            NodeIndex index = new NodeIndex(nodes);
            for (int node = 0; node < size; node++) {
                nodes[node] = new NodeId("t", "a" + node % 7, "u" + node);
                index.add(node);
                others.add(new NodeId("t", "a" + node % 7, "u" + node, "gpu"));
                others.add(new NodeId("s", "a" + node % 7, "u" + node));
            }
            for (int node = 0; node < size; node++) {
                assertThat(index.find(new NodeId("t", "a" + node % 7, "u" + node)))
                        .isEqualTo(node);
            }
            assertThat(others).allMatch(other -> index.find(other) == -1);
        }
    }

    /** "Aa" and "BB" have the same hash in Java, and so have all texts that are made of them. */
    @Test
    void tellsNodesOfOneHashApart() {
        NodeId[] nodes = {
            new NodeId("t", "AaAa", "u"), new NodeId("t", "BBBB", "u"), new NodeId("t", "AaBB", "u"),
        };
        NodeIndex index = new NodeIndex(nodes);
        for (int node = 0; node < nodes.length; node++) {
            index.add(node);
        }

        assertThat(nodes[0]).hasSameHashCodeAs(nodes[1]).hasSameHashCodeAs(nodes[2]);
        assertThat(List.of(index.find(nodes[0]), index.find(nodes[1]), index.find(nodes[2])))
                .containsExactly(0, 1, 2);
        assertThat(index.find(new NodeId("t", "BBAa", "u"))).isEqualTo(-1);
    }
}
