package io.fairway.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.core.usage.DecayLaws;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many decay laws the versions of a policy may make, one after the other. */
class PolicyLawsTest {
    private static final long HOUR = 3_600_000;

    private final PolicyBook book = new PolicyBook();

    private static Policy version(long hour, long millis) {
        return Policy.newBuilder()
                .setDomain("alps")
                .setName("main")
                .setEffectiveFrom(Instant.ofEpochMilli(hour * HOUR))
                .setMeasure(Measure.newBuilder()
                        .setName("m")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(millis)
                                .build())
                        .build())
                .build();
    }

    private PolicyBook.Decision decide(long hour, Policy policy) {
        return book.decide(new Inbound.PolicyVersion("alps", "main", hour * HOUR, policy), Long.MIN_VALUE, 0);
    }

    private void take(Policy policy) {
        book.replay(new Change.PolicyVersion("main", policy.getEffectiveFrom().toEpochMilli(), policy));
        book.readMeasures();
    }

    /** 99 versions, each with another half-life than the one before. */
    @BeforeEach
    void ninetyNineLaws() {
        for (int n = 0; n < 99; n++) {
            book.replay(new Change.PolicyVersion("main", n * HOUR, version(n, (1 + n % 2) * HOUR)));
        }
        book.readMeasures();
        assertThat(DecayLaws.MOST).isEqualTo(100);
        assertThat(Objects.requireNonNull(book.laws().get("m")).size()).isEqualTo(99);
    }

    @Test
    void aHundredLawsAreTakenAndOneMoreIsRefused() {
        assertThat(decide(99, version(99, 2 * HOUR)).problem()).isNull();
        take(version(99, 2 * HOUR));

        assertThat(decide(100, version(100, HOUR)).problem())
                .contains("policy main from 1970-01-05T04:00:00Z", "measure m would have 101 decay laws")
                .contains("at most 100");
    }

    /** A version that keeps the half-life adds none. */
    @Test
    void otherVersionsAreTakenBeyondTheBound() {
        take(version(99, 2 * HOUR));

        assertThat(decide(100, version(100, 2 * HOUR)).problem()).isNull();
    }

    /** Stored by an earlier release, or before the bound: what does not make it worse is taken. */
    @Test
    void laterLawsThanTheBoundCanBeMended() {
        for (int n = 99; n < 110; n++) {
            take(version(n, (1 + n % 2) * HOUR));
        }

        assertThat(decide(110, version(110, (1 + 109 % 2) * HOUR)).problem()).isNull();
        assertThat(decide(109, version(109, (1 + 108 % 2) * HOUR)).problem()).isNull();
        assertThat(decide(110, version(110, (1 + 110 % 2) * HOUR)).problem()).contains("111 decay laws");
    }
}
