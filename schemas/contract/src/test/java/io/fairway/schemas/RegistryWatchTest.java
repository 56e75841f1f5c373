package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A registry that is watched: every schema is asked for soon, and not every one in every look. */
class RegistryWatchTest {
    private static final int IDS = 20;
    private static final String TOPIC = "fairway.shares";

    @SuppressWarnings("NullAway.Init")
    private NumberingRegistry registry;

    @SuppressWarnings("NullAway.Init")
    private RegistryWatch watch;

    private final KnownSchemas known = new KnownSchemas();

    @BeforeEach
    void useSchemas() throws IOException {
        registry = new NumberingRegistry("", true);
        watch = new FairwaySerdes(registry.config(), known).watch();
        IntStream.rangeClosed(1, IDS).forEach(this::use);
    }

    @AfterEach
    void stop() {
        registry.stop();
    }

    private void use(int id) {
        Schema schema = SchemaBuilder.record("R" + id).fields().endRecord();
        known.used(id, TOPIC, schema);
        registry.give(id, schema.toString());
    }

    private List<Integer> look() {
        registry.lookups.clear();
        return watch.look(known).stream().map(change -> change.known().id()).toList();
    }

    @Test
    void theFirstLookAsksForAllAndEightMoreForEachOnce() {
        assertThat(look()).isEmpty();
        assertThat(registry.lookups).hasSize(IDS);

        TreeSet<Integer> asked = new TreeSet<>();
        for (int turn = 0; turn < RegistryWatch.ROUND; turn++) {
            assertThat(look()).isEmpty();
            assertThat(registry.lookups).hasSizeLessThanOrEqualTo(3);
            asked.addAll(registry.lookups);
        }
        assertThat(asked).hasSize(IDS);
    }

    @Test
    void oneThatIsLostIsFoundInARoundAndAllAreNamed() {
        look();
        registry.schemas.remove(7);
        registry.give(19, Objects.requireNonNull(registry.schemas.get(18)));

        int looks = 1;
        while (look().isEmpty()) {
            assertThat(looks++).isLessThan(RegistryWatch.ROUND);
        }
        assertThat(look()).containsExactly(7, 19);

        use(7);
        assertThat(look()).containsExactly(19);
        use(19);
        assertThat(look()).isEmpty();
        look();
        assertThat(registry.lookups).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void oneThatIsUsedFromNowOnHasItsTurn() {
        look();
        use(IDS + 1);
        registry.schemas.remove(IDS + 1);

        assertThat(IntStream.rangeClosed(0, RegistryWatch.ROUND)
                        .mapToObj(turn -> look())
                        .flatMap(List::stream))
                .contains(IDS + 1);
    }

    @Test
    void aRegistryOfWhichNothingIsKnownIsAskedWhetherItAnswers() {
        KnownSchemas nothing = new KnownSchemas();

        assertThat(watch.look(nothing)).isEmpty();
        assertThat(watch.look(nothing)).isEmpty();
        assertThat(registry.lookups).hasSize(2);
    }
}
