package io.fairway.importers.lsf;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an import leaves out is told, and the rest is read. */
class LeftOutTest {
    private static final String QUEUES = """
            Begin Queue
            QUEUE_NAME   = normal
            PRIORITY     = 30
            FAIRSHARE    = USER_SHARES[[phys, 10] [chip, 20]]
            End Queue
            """;

    private static final String USERS = """
            Begin UserGroup
            GROUP_NAME   GROUP_MEMBER    USER_SHARES
            phys         (anna bert)     ([anna,2] [bert,1])
            End UserGroup
            """;

    /** The row is that of the lsb.hosts in TeraprocSoftware/Build-AMI, with other values of MXJ. */
    @ParameterizedTest
    @CsvSource({
        "!,  as many slots as processors",
        "(), no MXJ",
        "8,  MXJ 8",
    })
    void theRowOfAllOtherHostsIsTold(String most, String slots) {
        Imported imported = Read.lsf("lsb.queues", QUEUES, "lsb.users", USERS, "lsb.hosts", """
                Begin Host
                HOST_NAME     MXJ JL/U   r1m    pg    ls     tmp  DISPATCH_WINDOW
                hosta      16   ()     ()    ()    ()     ()     ()
                default       %s   ()     ()    ()    ()     ()     ()
                End Host
                """.formatted(most));

        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.hosts, line 4: not supported: HOST_NAME default: all other hosts of the cluster, each"
                                + " with " + slots
                                + "; no file names them, so they and their slots are left out, also of queues"
                                + " without HOSTS; 'fairway collect hosts lsf' reports them");
        assertThat(imported.report().read()).anyMatch(line -> line.startsWith("1 host, 1 of them with slots"));
    }

    @Test
    void aGroupIsReadWithoutTheOneUserWhoIsUnknown() {
        Imported imported = read(USERS, Set.of("bert", "chip"));

        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.users, line 3: warning: group phys: \"anna\" must be in the file of --users; the group is"
                                + " read without it");
        ShareTree tree = ShareTree.build("normal", imported.shares());
        assertThat(tree.problems()).isEmpty();
        assertThat(tree.shares(tree.find(NodeId.ofUser("normal", "phys", "bert"))))
                .isEqualTo(1);
        assertThat(tree.find(NodeId.ofUser("normal", "phys", "anna"))).isNegative();
        assertThat(tree.userCount()).isEqualTo(2);
        assertThat(imported.policy()).isNotNull();
    }

    @Test
    void aGroupOfUnknownUsersIsAnAccountWithoutUsers() {
        Imported imported = read(USERS, Set.of("chip"));

        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.users, line 3: warning: group phys: \"anna, bert\" must be in the file of --users; the group"
                                + " has no other member",
                        "lsb.users, line 3: warning: group phys: has no known user; in tree normal it is an account"
                                + " without users");
        ShareTree tree = ShareTree.build("normal", imported.shares());
        assertThat(tree.shares(tree.findAccount("phys"))).isEqualTo(10);
        assertThat(tree.userCount()).isEqualTo(1);
    }

    @Test
    void soIsTheShareOfAQueueOrOfASubgroup() {
        Imported imported = read("""
                Begin UserGroup
                GROUP_NAME   GROUP_MEMBER    USER_SHARES
                inner        (anna dora)     ([anna,2] [dora,3])
                phys         (inner bert)    ([inner,2] [bert,1])
                End UserGroup
                """, Set.of("anna", "bert"));

        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.users, line 3: warning: group inner: \"dora\" must be in the file of --users; the group is"
                                + " read without it",
                        "lsb.queues, line 4: warning: USER_SHARES of normal: [chip, 20]: must be a group or in the file"
                                + " of --users; it is left out");
        ShareTree tree = ShareTree.build("normal", imported.shares());
        assertThat(tree.find(NodeId.ofUser("normal", "inner", "anna"))).isPositive();
        assertThat(tree.userCount()).isEqualTo(2);
    }

    private static Imported read(String users, Set<String> everyone) {
        return Scheduler.LSF.read(
                Read.files("lsb.queues", QUEUES, "lsb.users", users), Read.TARGET.withUsers(everyone));
    }
}
