package io.fairway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulator notices each fault that is planted. */
@Order(1)
class PlantedFaultsTest {
    @ParameterizedTest
    @EnumSource
    void isFound(PlantedFault fault) {
        Runs runs = new Runs(fault);

        runs.run(new SeedRange(fault.seed(), fault.seed()), 1);

        assertThat(runs.broken()).containsKey(fault.seed());
        assertThat(Objects.requireNonNull(runs.broken().get(fault.seed())).law())
                .isEqualTo(fault.law());
    }
}
