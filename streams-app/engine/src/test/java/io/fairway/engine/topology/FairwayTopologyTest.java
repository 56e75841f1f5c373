package io.fairway.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.EngineContext;
import io.fairway.engine.EngineSettings;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * This test fails on purpose whenever the topology changes. Think of the cost before you change the expectation. A
 * store or a sub-topology with a new name is empty, changelogs of old names stay behind, and a running installation has
 * to be rebuilt under a new application id.
 */
class FairwayTopologyTest {
    private static final String DESCRIPTION = new FairwayTopology(new EngineContext(
                    Topics.standard(),
                    new FairwaySerdes(Map.of("schema.registry.url", "mock://topology")),
                    DomainPartitions.hashed(),
                    32,
                    new EngineSettings(false, Long.MAX_VALUE, 250, 10_000, 1_000, 5_000, 120_000, 604_800_000, 1_000)))
            .get()
            .describe()
            .toString();

    @Test
    void doesNotChangeUnintentionally() throws IOException {
        try (var expected = Objects.requireNonNull(getClass().getResourceAsStream("/expected_topology.txt"))) {
            assertThat(DESCRIPTION.strip())
                    .isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    @Test
    void namesEveryNodeBySubTopologyAndVerb() {
        Matcher nodes = Pattern.compile("(?:Source|Processor|Sink): (\\S+)").matcher(DESCRIPTION);
        assertThat(nodes.results().map(node -> node.group(1)))
                .isNotEmpty()
                .allMatch(name -> name.matches("(domain|relay)\\.[a-z-]+"));
    }
}
