package io.fairway.schedulers.moab.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.MoabGolden;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.ActiveRun;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.OperatorPriority;
import io.fairway.schedulers.moab.job.Requirement;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.job.TaskResources;
import io.fairway.schedulers.moab.job.UserActivity;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The inputs of a golden priority case, as inputs of the policy. An unread key is an error. */
final class GoldenCase {
    static final long NOW = 1_795_000_000_000L;

    private static final Set<String> KEYS = Set.of("weights", "caps", "params", "creds", "fairshare", "system", "job");

    final MoabJob job;
    final MoabContext context;
    final MoabParameters parameters;

    GoldenCase(JsonNode golden, MoabDialect dialect) {
        JsonNode in = golden.get("input");
        known(in, KEYS);
        MoabParametersBuilder builder = MoabParameters.builder(dialect)
                .weights(weights(in.path("weights"), in.path("caps")))
                .minimumWallclock(-1);
        builder.readings(readings(golden, dialect));
        JsonNode creds = in.path("creds");
        builder.credentials(credentials(creds));
        fairshare(in.path("fairshare"), builder);
        JsonNode params = in.path("params");
        params(params, builder);
        parameters = builder.build();
        JobCredentials names = names(creds);
        context = MoabContext.of(system(in.path("system")), usage(in.path("fairshare"), names));
        job = job(in.get("job"), names, params.path("SYSTEMPRIO").asLong(0));
    }

    MoabJobPriority evaluate() {
        return MoabJobPriority.evaluate(job, context, parameters, NOW);
    }

    /** Golden names that differ from the parameter names. */
    static String label(String golden) {
        return switch (golden) {
            case "consumed", "hunger", "remaining", "executiontime", "percent" -> "usage" + golden;
            default -> golden;
        };
    }

    private static Readings readings(JsonNode golden, MoabDialect dialect) {
        Readings readings = Readings.of(dialect);
        String mode = golden.get("fsViolationMode").asText();
        readings = readings.withViolation(
                Readings.Violation.valueOf(mode.toUpperCase(Locale.ROOT).replace('-', '_')));
        // percentMode belongs to dialect maui, whatever the rest of the case is.
        return golden.get("input").path("fairshare").path("percentMode").asBoolean()
                ? readings.withPercent(Readings.Percent.RATIO)
                : readings;
    }

    private static Weights weights(JsonNode weights, JsonNode caps) {
        Map<String, PriorityComponent> components = new HashMap<>();
        for (PriorityComponent component : PriorityComponent.values()) {
            components.put(component.label(), component);
        }
        Map<String, Subfactor> subfactors = new HashMap<>();
        for (Subfactor subfactor : Subfactor.values()) {
            subfactors.put(subfactor.label(), subfactor);
        }
        Weights.Builder builder = Weights.builder();
        weights.properties().forEach(entry -> {
            Subfactor subfactor = subfactors.get(label(entry.getKey()));
            PriorityComponent component = components.get(entry.getKey().replace("weight", ""));
            if (subfactor != null) {
                builder.weight(subfactor, entry.getValue().asLong());
            } else {
                builder.weight(
                        present(component, entry.getKey()), entry.getValue().asLong());
            }
        });
        caps.properties().forEach(entry -> {
            Subfactor subfactor = subfactors.get(label(entry.getKey()));
            if (subfactor != null) {
                builder.cap(subfactor, entry.getValue().asLong());
            } else {
                builder.cap(
                        present(components.get(entry.getKey()), entry.getKey()),
                        entry.getValue().asLong());
            }
        });
        return builder.build();
    }

    private static void params(JsonNode params, MoabParametersBuilder builder) {
        known(
                params,
                Set.of("XFMINWCLIMIT", "ENABLENEGJOBPRIORITY", "ENABLEPOSUSERPRIORITY", "SYSTEMPRIO", "jobprioF"));
        if (params.has("XFMINWCLIMIT")) {
            builder.minimumWallclock(params.get("XFMINWCLIMIT").asLong());
        }
        builder.enableNegative(params.path("ENABLENEGJOBPRIORITY").asBoolean()).rejectNegative(false);
        builder.enablePositiveUser(params.path("ENABLEPOSUSERPRIORITY").asBoolean());
        JsonNode function = params.path("jobprioF");
        builder.function(new JobPriorityFunction(
                worth(function.path("STATE")), worth(function.path("ATTR")), worth(function.path("GRES")), Set.of()));
    }

    private static void fairshare(JsonNode fairshare, MoabParametersBuilder builder) {
        known(fairshare, Set.of("policy", "depth", "decay", "windows", "percentMode"));
        if (fairshare.has("policy")) {
            builder.fairshare(new FairshareSettings(
                    FairsharePolicy.parse(fairshare.get("policy").asText()),
                    fairshare.path("percentMode").asBoolean(),
                    new Windowing(3_600_000, fairshare.get("depth").asInt()),
                    fairshare.get("decay").asDouble()));
        }
    }

    private static FairshareUsage usage(JsonNode fairshare, JobCredentials names) {
        if (!fairshare.has("windows")) {
            return FairshareUsage.NONE;
        }
        double decay = fairshare.get("decay").asDouble();
        Map<Credential, Double> decayed = new HashMap<>();
        for (Credential credential : names.all()) {
            JsonNode windows =
                    fairshare.get("windows").get(credential.type().name().toLowerCase(Locale.ROOT));
            if (windows != null) {
                decayed.put(credential, MoabGolden.decay(MoabGolden.doubles(windows), decay));
            }
        }
        JsonNode total = fairshare.get("windows").get("total");
        return new FairshareUsage(decayed, MoabGolden.decay(MoabGolden.doubles(total), decay), 0);
    }

    private static JobCredentials names(JsonNode creds) {
        Map<CredentialType, String> names = new EnumMap<>(CredentialType.class);
        for (CredentialType type : CredentialType.values()) {
            JsonNode credential = creds.path(type.name().toLowerCase(Locale.ROOT));
            if (credential.has("name")) {
                names.put(type, credential.get("name").asText());
            }
        }
        return JobCredentials.of(names);
    }

    private static Map<Credential, CredentialSettings> credentials(JsonNode creds) {
        Map<Credential, CredentialSettings> settings = new HashMap<>();
        creds.properties().forEach(entry -> {
            String key = entry.getKey();
            boolean template = key.endsWith("Default");
            CredentialType type =
                    CredentialType.valueOf(key.replace("Default", "").toUpperCase(Locale.ROOT));
            String name =
                    template ? Credential.DEFAULT : entry.getValue().get("name").asText();
            settings.put(new Credential(type, name), settings(entry.getValue()));
        });
        return settings;
    }

    private static CredentialSettings settings(JsonNode in) {
        known(in, Set.of("name", "priority", "fstarget", "fsweight", "qtweight", "xfweight", "qttarget", "xftarget"));
        return CredentialSettings.NONE
                .withPriority(in.path("priority").asLong())
                .withTarget(
                        in.has("fstarget")
                                ? FairshareTarget.parse(in.get("fstarget").asText())
                                : FairshareTarget.NONE)
                .withFairshareWeight(in.path("fsweight").asLong())
                .withQueueTimeWeight(in.path("qtweight").asLong())
                .withXfactorWeight(in.path("xfweight").asLong())
                .withQueueTimeTarget(in.path("qttarget").asLong())
                .withXfactorTarget(in.path("xftarget").asDouble());
    }

    private static SystemTotals system(JsonNode in) {
        known(in, Set.of("procs", "mem", "swap", "disk"));
        return new SystemTotals(
                in.path("procs").asDouble(),
                in.path("mem").asDouble(),
                in.path("swap").asDouble(),
                in.path("disk").asDouble());
    }

    private static MoabJob job(JsonNode in, JobCredentials names, long systemPriority) {
        known(
                in,
                Set.of(
                        "effQueueTime",
                        "wclimit",
                        "nodes",
                        "tasks",
                        "perTask",
                        "bypass",
                        "spviolation",
                        "userActive",
                        "wcDedicatedPS",
                        "wcRequestedPS",
                        "active",
                        "elapsed",
                        "state",
                        "attrs",
                        "userprio"));
        JsonNode task = in.path("perTask");
        TaskResources perTask = new TaskResources(
                task.path("procs").asDouble(),
                task.path("mem").asDouble(),
                task.path("swap").asDouble(),
                task.path("disk").asDouble());
        JobRequest request = new JobRequest(
                in.get("wclimit").asLong(),
                in.path("nodes").asLong(),
                List.of(new Requirement(in.path("tasks").asLong(), perTask)),
                Set.of(),
                Set.of());
        long submit = NOW - in.path("effQueueTime").asLong() * 1000;
        JsonNode user = in.path("userActive");
        MoabJobBuilder builder = MoabJob.builder("job", names, request, submit)
                .bypass(in.path("bypass").asLong())
                .softViolation(in.path("spviolation").asBoolean())
                .userPriority(in.path("userprio").asLong())
                .attributes(new HashSet<>(texts(in.path("attrs"))))
                .activity(UserActivity.fixed(
                        user.path("jobs").asLong(),
                        user.path("procs").asDouble(),
                        user.path("procSeconds").asDouble(),
                        in.path("wcDedicatedPS").asDouble(),
                        in.path("wcRequestedPS").asDouble()))
                .operator(new OperatorPriority(systemPriority, 0));
        if (in.has("state")) {
            builder.state(in.get("state").asText());
        }
        if (in.path("active").asBoolean()) {
            builder.run(new ActiveRun(Accrual.since(NOW - in.get("elapsed").asLong() * 1000), 0));
        }
        return builder.build();
    }

    private static Map<String, Long> worth(JsonNode in) {
        Map<String, Long> worth = new HashMap<>();
        in.properties()
                .forEach(entry -> worth.put(entry.getKey(), entry.getValue().asLong()));
        return worth;
    }

    private static List<String> texts(JsonNode in) {
        List<String> texts = new ArrayList<>();
        in.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static void known(JsonNode in, Set<String> keys) {
        in.fieldNames().forEachRemaining(key -> {
            if (!keys.contains(key)) {
                throw new IllegalStateException("golden key " + key + ": no code reads it");
            }
        });
    }

    private static PriorityComponent present(@Nullable PriorityComponent component, String key) {
        if (component == null) {
            throw new IllegalStateException("golden weight or cap " + key + " is unknown");
        }
        return component;
    }
}
