package io.fairway.policies.moab;

import io.fairway.core.usage.Windowing;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.MoabParametersBuilder;
import io.fairway.schedulers.moab.config.WeightParameter;
import io.fairway.schedulers.moab.config.Weights;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.job.AccrualPolicy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters of a policy, each as moab.cfg has it, with a colon behind its name:
 *
 * <pre>{@code
 * parameters:
 *   CREDWEIGHT: 1
 *   QUEUETIMEWEIGHT[big]: 5           # of one partition
 *   USERCFG[john]: PRIORITY=2000 FSTARGET=10.0-
 *   FSPOLICY: DEDICATEDPS
 * }</pre>
 */
public final class MoabConfig {
    private static final Pattern NAME = Pattern.compile("([A-Za-z]+)(?:\\[([^\\[\\]]+)])?");
    /** The indices that mean the global partition. */
    private static final Set<String> GLOBAL = Set.of("", "0", "ALL");

    private final MoabDialect dialect;
    private final Weights.Builder weights = Weights.builder();
    private final Map<String, Weights.Builder> partitions = new HashMap<>();
    private final Map<Credential, CredentialSettings> credentials = new HashMap<>();
    private final Map<String, YamlValue> plain = new LinkedHashMap<>();

    private MoabConfig(MoabDialect dialect) {
        this.dialect = dialect;
    }

    public static MoabParameters read(YamlMap policy, MoabDialect dialect) {
        MoabParametersBuilder builder = MoabParameters.builder(dialect).readings(MoabReadings.read(policy, dialect));
        YamlValue yaml = policy.find("parameters");
        if (yaml == null) {
            return builder.build();
        }
        MoabConfig config = new MoabConfig(dialect);
        Set<String> names = new HashSet<>();
        yaml.entries().forEach((name, value) -> {
            Matcher match = NAME.matcher(name);
            if (!match.matches()) {
                throw value.wrong("is no parameter: its name must be letters, with an index in brackets or without");
            }
            String upper = match.group(1).toUpperCase(Locale.ROOT);
            String index = match.group(2) == null ? "" : match.group(2);
            if (!names.add(upper + "[" + index)) {
                throw value.wrong("is said twice");
            }
            config.take(upper, index, value);
        });
        Map<String, Weights> ofPartitions = new HashMap<>();
        config.partitions.forEach((name, own) -> ofPartitions.put(name, own.build()));
        builder.weights(config.weights.build()).partitionWeights(ofPartitions).credentials(config.credentials);
        YamlMap rest = new YamlMap(yaml, config.plain);
        config.rest(rest, builder);
        rest.done();
        return policy.checked(builder::build);
    }

    private void take(String name, String index, YamlValue value) {
        if (WeightParameter.isKnown(name)) {
            Weights.Builder of =
                    GLOBAL.contains(index) ? weights : partitions.computeIfAbsent(index, p -> Weights.builder());
            MoabWords.run(value, () -> WeightParameter.set(of, name, value.whole()));
            return;
        }
        for (CredentialType type : CredentialType.values()) {
            if (name.equals(type + "CFG")) {
                if (index.isEmpty()) {
                    throw value.wrong("must name whose it is: " + name + "[NAME]");
                }
                credentials.put(new Credential(type, index), MoabCredentials.read(type, value, dialect));
                return;
            }
        }
        if (!index.isEmpty()) {
            throw value.wrong("must have no index");
        }
        plain.put(name, value);
    }

    private void rest(YamlMap yaml, MoabParametersBuilder builder) {
        MoabParameters defaults = MoabParameters.builder(dialect).build();
        builder.fairshare(fairshare(yaml, defaults.fairshare()));
        builder.minimumWallclock(yaml.or("XFMINWCLIMIT", this::minimum, defaults.minimumWallclock()));
        builder.enableNegative(yaml.or("ENABLENEGJOBPRIORITY", MoabWords::yes, defaults.enableNegative()));
        builder.rejectNegative(yaml.or("REJECTNEGPRIOJOBS", MoabWords::yes, defaults.rejectNegative()));
        builder.enablePositiveUser(yaml.or("ENABLEPOSUSERPRIORITY", MoabWords::yes, false));
        if (yaml.has("JOBPRIOACCRUALPOLICY") || yaml.has("JOBPRIOEXCEPTIONS")) {
            String policy = yaml.text("JOBPRIOACCRUALPOLICY", dialect == MoabDialect.MAUI ? "QUEUEPOLICY" : "ACCRUE");
            String exceptions = yaml.text("JOBPRIOEXCEPTIONS", "NONE");
            builder.accrual(yaml.checked(() -> AccrualPolicy.parse(policy, exceptions, dialect)));
        }
        builder.function(MoabWords.function(yaml.find("JOBPRIOF"), yaml.text("NODETOJOBATTRMAP", "")));
        builder.targetProcs(yaml.whole("PRIORITYTARGETPROCCOUNT", 0));
        builder.targetDuration(yaml.or("PRIORITYTARGETDURATION", value -> MoabWords.seconds(value, dialect), 0L));
    }

    private FairshareSettings fairshare(YamlMap yaml, FairshareSettings defaults) {
        Windowing windowing = defaults.windowing();
        long interval =
                yaml.or("FSINTERVAL", value -> MoabWords.seconds(value, dialect) * 1000, windowing.intervalMillis());
        long depth = yaml.whole("FSDEPTH", windowing.depth());
        double decay = yaml.number("FSDECAY", defaults.decay());
        FairshareSettings settings = yaml.checked(() -> new FairshareSettings(
                defaults.policy(),
                defaults.percent(),
                new Windowing(interval, Math.clamp(depth, 0, Integer.MAX_VALUE)),
                decay));
        YamlValue policy = yaml.find("FSPOLICY");
        return policy == null ? settings : MoabWords.get(policy, () -> settings.withPolicy(policy.text()));
    }

    /** -1 means no minimum. */
    private long minimum(YamlValue yaml) {
        return yaml.text().equals("-1") ? -1 : MoabWords.seconds(yaml, dialect);
    }
}
