package io.fairway.importers.lsf;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.importers.Imported;
import io.fairway.importers.Read;
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
}
