package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.fairshare.DynamicUse.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.lsf.config.LsfSettings;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The adjustment plug-in, and the example that reads memory. */
class FairshareAdjustmentTest {
    @Test
    void theMemoryAdjustmentIsAService() {
        FairshareAdjustmentProvider provider = ServiceLoader.load(FairshareAdjustmentProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals("memory"))
                .findFirst()
                .orElseThrow();
        Consumption use = use(DynamicPriorityParameters.DEFAULTS)
                .slots(3, 1, 0)
                .memory(64, 8)
                .build();
        FairshareAdjustment adjustment = provider.create(Map.of("THRESHOLD", "0.5"));

        // 5 * ((64 / 8) / (4 * 0.5))
        assertThat(adjustment.adjust(new AdjustmentInput(use, 0, 4, DynamicPriorityParameters.DEFAULTS)))
                .isEqualTo(20);
        assertThat(adjustment.adjust(new AdjustmentInput(Consumption.NONE, 0, 4, DynamicPriorityParameters.DEFAULTS)))
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.create(Map.of()))
                .withMessageContaining("THRESHOLD");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.create(Map.of("THRESHOLD", "0")))
                .withMessageContaining("above 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.create(Map.of("LIMIT", "1")))
                .withMessageContaining("LIMIT");
    }

    @Test
    void thePluginNeverSeesTheValuesOfAQueue() {
        DynamicPriorityParameters ofQueue =
                DynamicPriorityParameters.of(LsfSettings.NONE, LsfSettings.ofQueue("q", Map.of("HIST_HOURS", "9")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdjustmentInput(Consumption.NONE, 0, 1, ofQueue))
                .withMessageContaining("HIST_HOURS");
    }
}
