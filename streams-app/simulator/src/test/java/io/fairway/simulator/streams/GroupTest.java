package io.fairway.simulator.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupTest {
    private static final TaskKey A = new TaskKey(false, 0);
    private static final TaskKey B = new TaskKey(false, 1);

    private final Group group = new Group(List.of(B, A));

    @Test
    void aTaskMovesOnlyOnceItsOwnerGaveItUp() {
        group.heard("x", 0);
        assertThat(group.assigned("x")).containsExactly(A, B);
        assertThat(group.acquire("x", A)).isTrue();
        assertThat(group.acquire("x", B)).isTrue();

        group.heard("y", 0);

        assertThat(group.assigned("x")).containsExactly(A);
        assertThat(group.assigned("y")).containsExactly(B);
        assertThat(group.acquire("y", B)).isFalse();
        group.release(B);
        assertThat(group.acquire("y", B)).isTrue();
    }

    /** Three members and two tasks: x has A and y has B, so y has a copy of A and z one of B. */
    @Test
    void theMemberAfterTheOwnerHasACopy() {
        group.heard("x", 0);
        assertThat(group.copies("x")).isEmpty();

        group.heard("y", 0);
        group.heard("z", 0);

        assertThat(group.assigned("x")).containsExactly(A);
        assertThat(group.assigned("y")).containsExactly(B);
        assertThat(group.copies("x")).isEmpty();
        assertThat(group.copies("y")).containsExactly(A);
        assertThat(group.copies("z")).containsExactly(B);
    }

    @Test
    void aMemberThatIsSilentForASessionLosesItsTasks() {
        group.heard("x", 0);
        group.acquire("x", A);
        group.heard("y", 5);

        group.advanceTo(Group.SESSION - 1);
        assertThat(group.owns("x", A)).isTrue();
        group.advanceTo(Group.SESSION);

        assertThat(group.isMember("x")).isFalse();
        assertThat(group.owns("x", A)).isFalse();
        assertThat(group.isMember("y")).isTrue();
        assertThat(group.nextTimeout(Group.SESSION)).isEqualTo(Group.SESSION + 5);
    }
}
