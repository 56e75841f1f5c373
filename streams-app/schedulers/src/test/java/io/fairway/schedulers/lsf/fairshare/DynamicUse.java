package io.fairway.schedulers.lsf.fairshare;

import io.fairway.schedulers.lsf.config.LsfSettings;
import java.util.Map;

/** Parameters from pairs of name and value, the use under them, and the resulting priority. */
final class DynamicUse {
    private DynamicUse() {}

    static DynamicPriorityParameters cluster(String... pairs) {
        return DynamicPriorityParameters.of(LsfSettings.ofCluster(map(pairs)), LsfSettings.NONE);
    }

    private static Map<String, String> map(String... pairs) {
        Map<String, String> map = new java.util.LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    static double priority(long shares, Consumption use, DynamicPriorityParameters parameters) {
        return DynamicPriority.evaluate(shares, use, 0, parameters).priority();
    }

    static ConsumptionSum use(DynamicPriorityParameters parameters) {
        return new ConsumptionSum(parameters, parameters.decay());
    }
}
