package io.fairway.policies.moab;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.MoabDuration;
import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The configuration of a credential, {@code PRIORITY=2000 FSTARGET=10.0-}, and the credentials of a job. */
public final class MoabCredentials {
    private MoabCredentials() {}

    /** The name of a type in scenarios and reports, such as {@code user}. */
    public static String name(CredentialType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** The credentials in a map: {@code user}, {@code group}, {@code account}, {@code qos} and {@code class}. */
    public static JobCredentials of(YamlMap yaml) {
        Map<CredentialType, String> names = new EnumMap<>(CredentialType.class);
        for (CredentialType type : CredentialType.values()) {
            names.put(type, yaml.text(name(type), ""));
        }
        return JobCredentials.of(names);
    }

    public static CredentialSettings read(CredentialType type, YamlValue yaml, MoabDialect dialect) {
        CredentialSettings settings = CredentialSettings.NONE;
        Set<String> names = new HashSet<>();
        for (String word : yaml.text().trim().split("\\s+")) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw yaml.wrong("must be attributes such as PRIORITY=1000, separated by blanks, and has " + word);
            }
            String name = word.substring(0, equals).toUpperCase(Locale.ROOT);
            if (!names.add(name)) {
                throw yaml.wrong("says " + name + " twice");
            }
            CredentialSettings before = settings;
            String value = word.substring(equals + 1);
            settings = MoabWords.get(yaml, () -> with(before, type, name, value, dialect));
        }
        return settings;
    }

    private static CredentialSettings with(
            CredentialSettings all, CredentialType type, String name, String value, MoabDialect dialect) {
        switch (name) {
            case "PRIORITY", "FSTARGET", "FSCAP", "MAXJOB", "MAXPROC", "MAXIJOB" -> {}
            case "FSWEIGHT" ->
                has(
                        type,
                        name,
                        type == CredentialType.ACCOUNT || type == CredentialType.GROUP || type == CredentialType.QOS);
            case "CLASSWEIGHT" -> has(type, name, type == CredentialType.GROUP);
            case "QTWEIGHT", "XFWEIGHT", "QTTARGET", "XFTARGET" -> has(type, name, type == CredentialType.QOS);
            default ->
                throw new IllegalArgumentException(name
                        + " is no attribute of priority, fairshare or limits; known are PRIORITY, FSTARGET, FSCAP, FSWEIGHT,"
                        + " CLASSWEIGHT, QTWEIGHT, XFWEIGHT, QTTARGET, XFTARGET, MAXJOB, MAXPROC, MAXIJOB");
        }
        return switch (name) {
            case "PRIORITY" -> all.withPriority(whole(name, value));
            case "FSTARGET" -> all.withTarget(FairshareTarget.parse(value));
            case "FSCAP" -> all.withCap(FairshareCap.parse(value));
            case "MAXJOB", "MAXPROC", "MAXIJOB" -> all.withLimits(all.limits().with(name, value));
            case "FSWEIGHT" -> all.withFairshareWeight(whole(name, value));
            case "CLASSWEIGHT" -> all.withClassWeight(whole(name, value));
            case "QTWEIGHT" -> all.withQueueTimeWeight(whole(name, value));
            case "XFWEIGHT" -> all.withXfactorWeight(whole(name, value));
            case "QTTARGET" -> all.withQueueTimeTarget(MoabDuration.seconds(value, dialect));
            default -> all.withXfactorTarget(number(name, value));
        };
    }

    private static void has(CredentialType type, String name, boolean has) {
        if (!has) {
            throw new IllegalArgumentException(type + "CFG has no " + name);
        }
    }

    private static long whole(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException no) {
            throw new IllegalArgumentException(name + " \"" + value + "\" must be a whole number", no);
        }
    }

    private static double number(String name, String value) {
        try {
            return new java.math.BigDecimal(value).doubleValue();
        } catch (NumberFormatException no) {
            throw new IllegalArgumentException(name + " \"" + value + "\" must be a number", no);
        }
    }
}
