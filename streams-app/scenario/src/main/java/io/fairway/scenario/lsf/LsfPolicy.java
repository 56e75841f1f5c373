package io.fairway.scenario.lsf;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.lsf.aps.ApsEvent;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities.Adjustment;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustment;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustmentProvider;
import io.fairway.schedulers.lsf.fairshare.FairshareAdjustments;
import io.fairway.schedulers.lsf.fairshare.HistoryDecay;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * LSF's parameters, as LSF spells them:
 *
 * <pre>{@code
 * policy:
 *   family: lsf
 *   cluster: {RUN_JOB_FACTOR: 3, ENABLE_HIST_RUN_TIME: Y, MAX_USER_PRIORITY: 100}   # lsb.params, lsf.conf
 *   queue: {HIST_HOURS: 10}                                                         # lsb.queues: wins
 *   adjustment: {plugin: memory, slot-memory: 4000, settings: {THRESHOLD: 1}}
 * }</pre>
 *
 * @param parameters in force
 * @param decay the decay of finished use, as of the scenario's instant
 * @param maxUserPriority MAX_USER_PRIORITY
 * @param overTime whether JOB_PRIORITY_OVER_TIME is defined
 */
record LsfPolicy(
        DynamicPriorityParameters parameters,
        HistoryDecay decay,
        Adjustment adjustment,
        JobPriorityRules jobPriority,
        ApsEvent.Settings events,
        @Nullable Long maxUserPriority,
        boolean overTime,
        boolean expiredTime,
        boolean relaxedOrder) {
    static LsfPolicy read(YamlMap policy, long at) {
        Map<String, YamlValue> cluster = new LinkedHashMap<>(policy.entries("cluster"));
        Long maxUserPriority = take(cluster, "MAX_USER_PRIORITY", YamlValue::whole);
        String overTime = take(cluster, "JOB_PRIORITY_OVER_TIME", YamlValue::text);
        boolean expiredTime = cluster.remove("EXPIRED_TIME") != null;
        boolean relaxedOrder = isOn(take(cluster, "RELAX_JOB_DISPATCH_ORDER", LsfPolicy::flag));
        ApsEvent.Settings events = new ApsEvent.Settings(
                isOn(take(cluster, "LSB_MIG2PEND", LsfPolicy::flag)),
                isOn(take(cluster, "LSB_REQUEUE_TO_BOTTOM", LsfPolicy::flag)),
                isOn(take(cluster, "LSB_USER_REQUEUE_TO_BOTTOM", LsfPolicy::flag)),
                policy.word("user-requeue", ApsEvent.UserRequeue.class, ApsEvent.UserRequeue.AS_PRINTED),
                policy.yes("multicluster", false));
        LsfSettings ofCluster = settings(cluster, LsfSettings::ofCluster);
        LsfSettings ofQueue = settings(policy.entries("queue"), texts -> LsfSettings.ofQueue("of the policy", texts));
        DynamicPriorityParameters.GpuHistory gpuHistory = policy.word(
                "gpu-history", DynamicPriorityParameters.GpuHistory.class, DynamicPriorityParameters.GpuHistory.ALWAYS);
        DynamicPriorityParameters inForce = new DynamicPriorityParameters(ofCluster, ofQueue, gpuHistory);
        return new LsfPolicy(
                inForce,
                policy.checked(() -> HistoryDecay.stepped(
                        inForce.value(LsfParameter.HIST_HOURS),
                        policy.whole("decay-step-seconds", 0),
                        policy.whole("decay-phase-seconds", 0),
                        at)),
                adjustment(policy, new DynamicPriorityParameters(ofCluster, LsfSettings.NONE, gpuHistory)),
                policy.checked(() -> JobPriorityRules.of(maxUserPriority, overTime)),
                events,
                maxUserPriority,
                overTime != null,
                expiredTime,
                relaxedOrder);
    }

    /** The same while the started jobs of the cluster use this memory. */
    LsfPolicy inUse(double memory) {
        return new LsfPolicy(
                parameters,
                decay,
                adjustment.inUse(memory),
                jobPriority,
                events,
                maxUserPriority,
                overTime,
                expiredTime,
                relaxedOrder);
    }

    private static <T> @Nullable T take(Map<String, YamlValue> yaml, String key, Function<YamlValue, T> read) {
        YamlValue value = yaml.remove(key);
        return value == null ? null : read.apply(value);
    }

    /** The value of a key; {@code null} if the key is missing. */
    static <T> @Nullable T maybe(YamlMap yaml, String key, Function<YamlValue, T> read) {
        YamlValue value = yaml.find(key);
        return value == null ? null : read.apply(value);
    }

    private static boolean isOn(@Nullable Boolean flag) {
        return flag != null && flag;
    }

    /** A switch, which LSF writes as Y and N or 1 and 0. */
    static boolean flag(YamlValue yaml) {
        return switch (yaml.text()) {
            case "Y", "y", "1" -> true;
            case "N", "n", "0" -> false;
            default -> throw yaml.wrong("must be Y or N");
        };
    }

    private static LsfSettings settings(Map<String, YamlValue> yaml, Function<Map<String, String>, LsfSettings> read) {
        Map<String, String> texts = new LinkedHashMap<>();
        yaml.forEach((keyword, value) -> {
            texts.put(keyword, value.text());
            value.checked(() -> read.apply(Map.of(keyword, value.text())));
        });
        return read.apply(texts);
    }

    private static Adjustment adjustment(YamlMap policy, DynamicPriorityParameters cluster) {
        YamlValue yaml = policy.find("adjustment");
        if (yaml == null) {
            return Adjustment.NONE;
        }
        YamlMap adjustment = yaml.map();
        YamlValue name = adjustment.get("plugin");
        Map<String, FairshareAdjustmentProvider> providers = name.checked(FairshareAdjustments::providers);
        FairshareAdjustmentProvider provider = providers.get(name.text());
        if (provider == null) {
            throw name.wrong("is not an adjustment plug-in; there is " + providers.keySet());
        }
        Map<String, String> settings = new LinkedHashMap<>();
        adjustment.entries("settings").forEach((key, value) -> settings.put(key, value.text()));
        FairshareAdjustment plugin = yaml.checked(() -> provider.create(settings));
        Adjustment made = new Adjustment(plugin, adjustment.number("slot-memory", 0), 0, cluster);
        adjustment.done();
        return made;
    }
}
