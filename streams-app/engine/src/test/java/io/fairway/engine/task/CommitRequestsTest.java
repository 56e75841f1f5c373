package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.junit.jupiter.api.Test;

class CommitRequestsTest {
    private int commits;

    private CommitRequests pace(Map<String, Object> configs) {
        return new CommitRequests((ProcessorContext<?, ?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ProcessorContext.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        commits++;
                        return null;
                    }
                    return configs;
                }));
    }

    private int commits(CommitRequests pace, long now, boolean changed) {
        commits = 0;
        pace.turned(now, changed);
        return commits;
    }

    @Test
    void asksWhenSomethingWentOutOrChanged() {
        CommitRequests pace = pace(Map.of());

        assertThat(commits(pace, 0, false)).as("nothing to commit").isZero();
        assertThat(commits(pace, 100, true)).isOne();
        assertThat(commits(pace, 200, false)).isZero();
        pace.sent();
        assertThat(commits(pace, 300, false)).isOne();
        assertThat(commits(pace, 400, false)).as("sent is over").isZero();
    }

    /** Turns are a tenth of a second apart, give or take. With an interval of 1 s, Kafka Streams has 1.9 s. */
    @Test
    void keepsTheInterval() {
        CommitRequests tenth = pace(Map.of("commit.interval.ms", CommitRequests.ofStreams(100)));
        assertThat(commits(tenth, 1_000, true)).isOne();
        assertThat(commits(tenth, 1_099, true)).as("a little early").isOne();
        assertThat(commits(tenth, 1_109, true)).isZero();

        assertThat(CommitRequests.ofStreams(1_000)).isEqualTo(1_900);
        CommitRequests second = pace(Map.of("commit.interval.ms", 1_900L));
        assertThat(commits(second, 0, true)).isOne();
        assertThat(commits(second, 700, true)).isZero();
        assertThat(commits(second, 1_000, true)).isOne();
        assertThat(commits(second, -60_000, true)).as("the clock went back").isOne();
    }
}
