package io.fairway.scenario.moab;

import io.fairway.core.model.NodeId;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.policies.moab.MoabCredentials;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.fairshare.FairshareHistory;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.fairshare.ImportedUsage;
import io.fairway.schedulers.moab.job.ActiveJob;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.job.UserActivity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Historical usage: numbers per window and credential, jobs of the past, or both:
 *
 * <pre>{@code
 * usage:                            # processor-seconds, the current window first
 *   total: [110, 125, 100, 150]
 *   user: {john: [60, 0, 10, 50]}
 *   account: {...}                  # group, qos, class likewise
 * }</pre>
 *
 * @param history all usage, in windows
 * @param imported usage that an identity manager told of: key {@code imported}, written like {@code usage}; its {@code
 *     as-of} is the instant at which the windows were so, by default that of the scenario
 * @param associations the usage from the job history, by user and account
 * @param users the running and past jobs of users in the job history, by name
 */
record MoabUsage(
        FairshareHistory history,
        FairshareUsage imported,
        Map<NodeId, WindowRing> associations,
        Map<String, UserActivity> users) {
    /** The running and past jobs of a user, while they are read. */
    static final class Activity {
        private final List<ActiveJob> active = new ArrayList<>();
        private double dedicated;
        private double requested;

        void runs(ActiveJob job) {
            active.add(job);
        }

        void ran(double dedicatedSeconds, double requestedSeconds) {
            dedicated += dedicatedSeconds;
            requested += requestedSeconds;
        }
    }

    /** Receives the usage of one window; {@code null} is the total. */
    private interface Sink {
        void add(@Nullable Credential credential, BigDecimal procSeconds, int window);
    }

    static MoabUsage read(YamlMap scenario, MoabParameters parameters, SystemTotals system, long at) {
        FairshareSettings settings = parameters.fairshare();
        Windowing windowing = settings.windowing();
        FairshareHistory history = new FairshareHistory(settings);
        YamlValue yaml = scenario.find("usage");
        windows(yaml == null ? null : yaml.map(), windowing, (credential, amount, window) -> {
            long start = windowing.start(windowing.index(at) - window);
            if (credential == null) {
                history.total().add(amount, start);
            } else {
                history.adjust(credential, amount, start);
            }
        });
        Map<NodeId, WindowRing> associations = new HashMap<>();
        Map<String, Activity> activities = MoabHistory.charge(scenario, parameters, system, history, associations, at);
        Map<String, UserActivity> users = new HashMap<>();
        activities.forEach((user, activity) ->
                users.put(user, UserActivity.of(activity.active, activity.dedicated, activity.requested, at)));
        return new MoabUsage(history, imported(scenario.find("imported"), settings, at), associations, users);
    }

    private static FairshareUsage imported(@Nullable YamlValue value, FairshareSettings settings, long at) {
        if (value == null) {
            return FairshareUsage.NONE;
        }
        YamlMap yaml = value.map();
        long asOf = yaml.instant("as-of", at);
        // In the order of the file, as the sums of usage are.
        Map<String, ImportedUsage> imported = new LinkedHashMap<>();
        windows(yaml, settings.windowing(), (credential, amount, window) -> {
            ImportedUsage before = imported.get(String.valueOf(credential));
            List<Double> windows = new ArrayList<>(before == null ? List.of() : before.windows());
            windows.add(amount.doubleValue());
            imported.put(String.valueOf(credential), new ImportedUsage("scenario", credential, asOf, windows));
        });
        return ImportedUsage.of(imported.values(), settings, at);
    }

    UserActivity activity(@Nullable Credential user) {
        return user == null ? UserActivity.NONE : users.getOrDefault(user.name(), UserActivity.NONE);
    }

    private static void windows(@Nullable YamlMap yaml, Windowing windowing, Sink sink) {
        if (yaml == null) {
            return;
        }
        numbers(null, yaml.get("total"), windowing, sink);
        for (CredentialType type : CredentialType.values()) {
            yaml.entries(MoabCredentials.name(type))
                    .forEach((name, numbers) -> numbers(new Credential(type, name), numbers, windowing, sink));
        }
        yaml.done();
    }

    private static void numbers(@Nullable Credential credential, YamlValue yaml, Windowing windowing, Sink sink) {
        List<YamlValue> numbers = yaml.list();
        if (numbers.size() > windowing.depth()) {
            throw yaml.wrong(
                    "must have at most " + windowing.depth() + " windows (FSDEPTH), but has " + numbers.size());
        }
        for (int window = 0; window < numbers.size(); window++) {
            BigDecimal amount = numbers.get(window).decimal();
            if (amount.signum() < 0) {
                throw numbers.get(window).wrong("must be at least 0");
            }
            sink.add(credential, amount, window);
        }
    }
}
