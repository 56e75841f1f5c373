package io.fairway.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a large tree may cost. */
class ShareBookTest {
    private final ShareBook book = new ShareBook();

    /** As a record brings it: every name is a string of its own. */
    private static ShareNode user(String name) {
        return ShareNode.user(new String("alps"), new String("physics"), name, 1, 0);
    }

    private NodeId kept(String user) {
        ShareNode node = book.node(NodeId.ofUser("alps", "physics", user));
        assertThat(node).isNotNull();
        return node.id();
    }

    /** With a million users, the names of their trees and accounts would be two million strings of some 50 bytes. */
    @Test
    void usersOfAnAccountShareItsNameAndThatOfItsTree() {
        book.replay(new Change.Share(user("anna")));
        book.replay(new Change.Share(user("bert")));
        book.replay(new Change.Share(ShareNode.account(new String("alps"), "lasers", new String("physics"), 1, 0)));

        assertThat(kept("bert").tree()).isSameAs(kept("anna").tree());
        assertThat(kept("bert").account()).isSameAs(kept("anna").account());
        assertThat(book.node(NodeId.ofAccount("alps", "lasers")))
                .isNotNull()
                .satisfies(
                        node -> assertThat(node.parent()).isSameAs(kept("anna").account()));
    }

    /** The tree is built from what is kept, so its nodes share the names, too. */
    @Test
    void aRecordThatSaysNothingNewIsNoChange() {
        book.replay(new Change.Share(user("anna")));

        assertThat(book.decide(kept("anna"), user("anna"))).isNull();
        assertThat(book.tree("alps", null, tree -> List.of()).problems())
                .singleElement()
                .asString()
                .contains("account physics");
    }
}
