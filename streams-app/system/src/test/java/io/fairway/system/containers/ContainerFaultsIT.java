package io.fairway.system.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Faults of containers, one after the other, while a site submits jobs all the time. After each of them everything that was
 * submitted has started once and ended, nothing was refused, and the usage is the same to the last bit as where nothing failed.
 * It prints how long no new job started, and how long it took until all was as before.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // before all tests
@Tag("slow")
@Order(1)
class ContainerFaultsIT {
    private ContainerCluster cluster;
    private ClosedLoopSite site;

    @BeforeAll
    void start() {
        long begin = System.nanoTime();
        ContainerEngine.withImages();
        say("images built", begin);
        begin = System.nanoTime();
        cluster = new ContainerCluster();
        cluster.start();
        site = new ClosedLoopSite(cluster.bootstrapServers(), cluster.registryUrl());
        site.awaitNextStart();
        say("cluster started, and the first job", begin);
    }

    @AfterAll
    void stop() {
        if (site != null) {
            site.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void say(String what, long begin) {
        System.out.printf(Locale.ROOT, "ContainerFaultsIT: %s after %.1f s%n", what, (System.nanoTime() - begin) / 1e9);
    }

    /** What happens, what undoes it, and what must hold afterwards. */
    private void fault(String name, Runnable happens, Runnable undone) {
        int before = site.submitted();
        long begin = System.nanoTime();
        happens.run();
        site.awaitNextStart();
        double next = (System.nanoTime() - begin) / 1e9;
        undone.run();
        long healed = System.nanoTime();
        site.awaitNextStart();
        cluster.awaitWhole();
        double whole = (System.nanoTime() - healed) / 1e9;
        site.drain(() -> {
            site.checkStarts();
            String digest = site.checkDigest(cluster.bootstrapServers());
            System.out.printf(
                    Locale.ROOT,
                    "ContainerFaultsIT: %-44s next job started after %5.1f s, whole %5.1f s after its end, %3d jobs once"
                            + " each, digest %s as undisturbed%n",
                    name,
                    next,
                    whole,
                    site.submitted() - before,
                    digest.substring(0, 12));
        });
    }

    private static void awaitDead(FairwayContainer container) {
        Awaitility.await(container.alias() + " has ended")
                .atMost(ContainerCluster.PATIENCE)
                .until(() -> !container.runs());
    }

    @Test
    @Order(1)
    void anApplicationIsKilled() {
        FairwayContainer killed = cluster.computingApplication();
        fault("application killed", killed::kill, killed::startAgain);
    }

    @Test
    @Order(2)
    void aBrokerIsKilled() {
        FairwayContainer killed = cluster.leadingBroker();
        fault("broker killed", killed::kill, killed::startAgain);
    }

    @Test
    @Order(3)
    void aDispatcherIsKilled() {
        FairwayContainer killed = cluster.dispatcher(site.dispatcher());
        fault("dispatcher killed", killed::kill, killed::startAgain);
    }

    @Test
    @Order(4)
    void anApplicationStandsStill() {
        FairwayContainer still = cluster.computingApplication();
        fault("application paused", still::pause, still::goOn);
    }

    @Test
    @Order(5)
    void aBrokerStandsStill() {
        FairwayContainer still = cluster.leadingBroker();
        fault("broker paused", still::pause, still::goOn);
    }

    @Test
    @Order(6)
    void anApplicationReachesItsMemoryLimit() {
        FairwayContainer full = cluster.computingApplication();
        fault("application beyond its memory limit", () -> exceedMemory(full), full::startAgain);
    }

    /** Of all processes of the container, the kernel takes the application. */
    private static void exceedMemory(FairwayContainer container) {
        var hog = container.bash(
                "for p in /proc/[0-9]*; do grep -q '[F]airwayMain' $p/cmdline && echo 1000 >$p/oom_score_adj;"
                        + " done 2>/dev/null; java -Xms2g -Xmx2g -XX:+AlwaysPreTouch -XX:+UseSerialGC --version");
        assertThat(hog.getExitCode()).isNotZero();
        awaitDead(container);
        assertThat(container.inspect().getState().getOOMKilled())
                .as("ended by its memory limit")
                .isTrue();
    }

    @Test
    @Order(7)
    void anApplicationLosesTheBrokers() {
        FairwayContainer cut = cluster.computingApplication();
        fault(
                "network cut between application and brokers",
                () -> cut.disconnect(cluster.outside()),
                () -> cut.connect(cluster.outside(), cut.alias()));
    }

    /**
     * Clients still reach the broker, which does not know yet that another one leads: what it holds up goes on when it is back.
     */
    @Test
    @Order(8)
    void aBrokerLosesTheOthers() {
        FairwayContainer cut = cluster.leadingBroker();
        fault(
                "network cut between a broker and the others",
                () -> {
                    cut.disconnect(cluster.inside());
                    Awaitility.await("another broker leads")
                            .atMost(ContainerCluster.PATIENCE)
                            .ignoreExceptions()
                            .until(() -> !cluster.leadingBroker().alias().equals(cut.alias()));
                    cut.connect(cluster.inside(), cut.alias() + "-inside");
                },
                () -> {});
    }

    @Test
    @Order(9)
    void aBrokerIsReplacedByAnEmptyOne() {
        fault("broker replaced by an empty one", cluster::replaceBroker2, () -> {});
    }

    /** Its files are in memory: it has none when it starts again. */
    @Test
    @Order(10)
    void theDiskOfABrokerIsFull() {
        FairwayContainer full = cluster.broker2();
        fault(
                "disk of a broker full",
                () -> {
                    fill(full, "/var/lib/kafka/data");
                    awaitDead(full);
                },
                full::startAgain);
    }

    @Test
    @Order(11)
    void theDiskOfAnApplicationIsFull() {
        FairwayContainer full = cluster.application2();
        assertThat(cluster.application1().end()).as("exit code").isZero();
        Awaitility.await("the other one computes")
                .atMost(ContainerCluster.PATIENCE)
                .until(() -> cluster.computingApplication().equals(full));
        fault(
                "disk of an application full",
                () -> {
                    fill(full, "/var/lib/fairway");
                    cluster.application1().startAgain();
                },
                () -> {
                    if (full.runs()) {
                        full.bash("rm /var/lib/fairway/fill");
                    } else {
                        full.startAgain();
                    }
                });
    }

    private static void fill(FairwayContainer container, String directory) {
        var filled = container.bash("dd if=/dev/zero of=" + directory + "/fill bs=64k");
        // Whoever computes there may fail at once: the container ends, and dd with it, before it has said anything.
        if (!filled.getStderr().contains("No space left on device")) {
            awaitDead(container);
            assertThat(container.exitCode()).as(container.lastWords()).isNotZero();
        }
    }
}
