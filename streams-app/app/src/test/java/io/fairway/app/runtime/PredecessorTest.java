package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PredecessorTest {
    @Test
    void namesEachRefusedVersionOnce() {
        assertThat(Predecessor.differences(List.of(
                        heartbeat("main", List.of("main from 1970-01-01T00:00:00Z")),
                        heartbeat("shadow", List.of("main from 1970-01-01T00:00:00Z")))))
                .singleElement()
                .asString()
                .startsWith("domain alps, policy main from 1970-01-01T00:00:00Z: ")
                .contains("refused the newest record of this version");
    }

    @Test
    void saysNothingWhereNothingWasRefused() {
        assertThat(Predecessor.differences(List.of(heartbeat("main", List.of()))))
                .isEmpty();
    }

    private static final Set<String> SHARES = Set.of("alps|t|physics|", "alps|t|physics|anna", "jura|t|bio|");

    private static List<String> forgotten(Set<String> usage, Set<String> fairshare, long unplaced) {
        return Predecessor.forgotten(
                SHARES, usage, fairshare, List.of(counting("alps", unplaced), counting("jura", unplaced)));
    }

    /** bert was removed by a tombstone a year ago. */
    @Test
    void namesWhoseRemovalWasCompactedAway() {
        assertThat(forgotten(
                        Set.of("alps|billing|t|physics|anna", "alps|billing|t|physics|bert", "alps|raw|t|physics|bert"),
                        Set.of(),
                        0))
                .singleElement()
                .asString()
                .startsWith(
                        "domain alps: 1 of 1 associations with usage and without a share record were removed before,"
                                + " such as alps|t|physics|bert: compaction deleted their tombstones");
    }

    @Test
    void saysNothingOfWhoHasUsageAndNeverHadAShare() {
        assertThat(forgotten(Set.of("alps|billing|t|physics|zoe"), Set.of(), 1)).isEmpty();
    }

    /** A user without a record, in a tree by the policy's default shares. */
    @Test
    void saysNothingOfWhoIsInATreeWithoutARecord() {
        assertThat(forgotten(Set.of("alps|billing|t|physics|zoe"), Set.of("alps|main|t|physics|zoe"), 0))
                .isEmpty();
    }

    @Test
    void saysNothingOfTreesWithoutShares() {
        assertThat(forgotten(Set.of("alps|billing|queue|physics|zoe"), Set.of(), 0))
                .isEmpty();
    }

    @Test
    void saysNothingOfADomainOfWhichNoHeartbeatIsLeft() {
        assertThat(Predecessor.forgotten(SHARES, Set.of("alps|billing|t|physics|bert"), Set.of(), List.of()))
                .isEmpty();
    }

    private static Heartbeat counting(String domain, long unplaced) {
        return Heartbeat.newBuilder()
                .setDomain(domain)
                .setPolicy("main")
                .setEvaluatedThrough(Instant.EPOCH)
                .setInputOffsets(Map.of())
                .setCounts(Map.of("unplacedAssociations", unplaced))
                .build();
    }

    private static Heartbeat heartbeat(String policy, List<String> refused) {
        return Heartbeat.newBuilder()
                .setDomain("alps")
                .setPolicy(policy)
                .setEvaluatedThrough(Instant.EPOCH)
                .setInputOffsets(Map.of())
                .setCounts(Map.of())
                .setRefusedVersions(refused)
                .build();
    }
}
