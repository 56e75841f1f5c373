package io.fairway.app.metrics;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.api.answer.FreshnessJson;
import io.fairway.api.query.DomainView;
import io.fairway.app.metrics.FairnessGauges.TreeFairness;
import io.fairway.engine.PipelineDriver;
import io.fairway.reading.DomainSnapshot;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The fairness of a week, by hand. In account a, with 3 shares, are anna and ben, in account b, with 1, is carla. Anna ran 4 processors for
 * the first hour, ben runs 2 since half an hour later, and carla's job waits.
 */
class RecentFairnessTest {
    private static final long HOUR = 3_600_000;
    private static final Offset<Double> CLOSE = within(1e-9);

    private final PipelineDriver pipeline = PipelineDriver.replay();

    @AfterEach
    void close() {
        pipeline.close();
    }

    private void run() {
        pipeline.policy(PipelineDriver.policyOf("main", 0, HOUR));
        pipeline.share("a", "anna", 3);
        pipeline.share("a", "ben", 3);
        pipeline.share("b", "carla", 1);
        pipeline.start("1", "a", "anna", T0, 4);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.start("2", "a", "ben", T0 + HOUR / 2, 2);
        pipeline.submit("5", "b", "carla", T0 + HOUR);
    }

    private List<TreeFairness> at(long now) {
        pipeline.tick(now);
        DomainSnapshot snapshot = DomainSnapshot.read(DOMAIN, pipeline.stores(), now, null);
        return RecentFairness.of(new DomainView(snapshot, FreshnessJson.of(now, true, "here:1", 0, List.of())));
    }

    /** Of 7 hours, a is due 5.25 and b, for carla alone, 1.75; anna and ben are due 2.625 each, and have 4 and 3. */
    @Test
    void comparesWhatUsersGotWithWhatWasDue() {
        run();

        double anna = 4 / 2.625;
        double ben = 3 / 2.625;
        assertThat(at(T0 + 2 * HOUR)).singleElement().satisfies(tree -> {
            assertThat(tree.domain()).isEqualTo(DOMAIN);
            assertThat(tree.tree()).isEqualTo(DOMAIN);
            assertThat(tree.jain()).isCloseTo((anna + ben) * (anna + ben) / (3 * (anna * anna + ben * ben)), CLOSE);
            assertThat(tree.largestLag()).isCloseTo(1.75 * 3600, within(1e-6));
        });
    }

    /** Anna's hour is more than 7 days ago. Of ben's 336, 252 were due to him and 84 to carla, who has nothing: one of two has all. */
    @Test
    void forgetsWhatIsOlderThanSevenDays() {
        run();

        assertThat(at(T0 + 169 * HOUR)).singleElement().satisfies(tree -> {
            assertThat(tree.jain()).isCloseTo(0.5, CLOSE);
            assertThat(tree.largestLag()).isCloseTo(84 * 3600, within(1e-6));
        });
    }

    @Test
    void hasNoNumbersWithoutAPolicy() {
        pipeline.share("a", "anna", 3);

        assertThat(at(T0 + HOUR)).isEmpty();
    }
}
