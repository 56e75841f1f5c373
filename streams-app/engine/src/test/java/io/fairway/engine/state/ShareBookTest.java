package io.fairway.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.engine.state.change.Change;
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

    private ShareTree tree() {
        return book.tree("alps", null, tree -> List.of());
    }

    private long sharesOf(String user) {
        return tree().shares(tree().find(NodeId.ofUser("alps", "physics", user)));
    }

    /** Else a site that sets shares one by one would pay for its whole tree each time. */
    @Test
    void aTreeWhoseSharesChangeKeepsItsShape() {
        book.replay(new Change.Share(ShareNode.account("alps", "physics", null, 1, 0)));
        book.replay(new Change.Share(user("anna")));
        book.replay(new Change.Share(user("bert")));
        ShareTree before = tree();

        book.replay(new Change.Share(ShareNode.user("alps", "physics", "anna", 5, 0)));
        book.replay(new Change.Share(ShareNode.user("alps", "physics", "bert", 6, 0)));
        book.replay(new Change.Share(ShareNode.user("alps", "physics", "anna", 7, 0)));

        assertThat(tree().isShapedAs(before)).isTrue();
        assertThat(List.of(sharesOf("anna"), sharesOf("bert"))).containsExactly(7L, 6L);
        assertThat(tree().levelShares(tree().find(NodeId.ofUser("alps", "physics", "bert"))))
                .isEqualTo(13);
    }

    /** A new user, and shares that came before and after: the tree is built from all of them. */
    @Test
    void anotherShapeHasTheSharesOfNow() {
        book.replay(new Change.Share(ShareNode.account("alps", "physics", null, 1, 0)));
        book.replay(new Change.Share(user("anna")));
        ShareTree before = tree();

        book.replay(new Change.Share(ShareNode.user("alps", "physics", "anna", 5, 0)));
        book.replay(new Change.Share(user("bert")));
        book.replay(new Change.Share(ShareNode.user("alps", "physics", "anna", 8, 0)));

        assertThat(tree().isShapedAs(before)).isFalse();
        assertThat(List.of(sharesOf("anna"), sharesOf("bert"))).containsExactly(8L, 1L);
    }

    /** A line that comes with a job holds the node that the share record brought, and no other copy of its names. */
    @Test
    void aLineHoldsTheNodeOfItsShareRecord() {
        LineBook lines = new LineBook(book::shared);
        book.replay(new Change.Share(user("anna")));

        lines.hold("billing", user("anna").id(), new Line());
        lines.hold("billing", user("guest").id(), new Line());

        assertThat(lines.lines("billing")).hasSize(2);
        assertThat(lines.lines("billing").keySet())
                .satisfiesOnlyOnce(node -> assertThat(node).isSameAs(kept("anna")))
                .contains(user("guest").id());
    }
}
