package io.fairway.importers.moab;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Keywords;
import io.fairway.schedulers.moab.config.CredentialLimits;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.UsageLimit;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.MoabDuration;
import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The lines {@code USERCFG[john] PRIORITY=2000 FSTARGET=10.0-} and the like. Lines of one credential are merged; the
 * last value of an attribute applies. MAXJOB, MAXPROC and MAXIJOB are taken; other limits and access are skipped.
 *
 * <p>Source: Moab 5.1.2, Credential Overview; Maui admin guide, Appendix F.
 */
final class CredentialLines {
    private static final Keywords KNOWN = Keywords.of("moab.cfg-credentials.txt");
    private static final Set<String> UNSUPPORTED = Set.of("SYSPRIO", "JOBPRIOACCRUALPOLICY", "JOBPRIOEXCEPTIONS");
    private static final Set<String> OF_QOS = Set.of("QTWEIGHT", "XFWEIGHT", "QTTARGET", "XFTARGET");

    private final MoabDialect dialect;
    private final ImportReport report;
    private final Map<String, Map<String, String>> attributes = new LinkedHashMap<>();

    CredentialLines(MoabDialect dialect, ImportReport report) {
        this.dialect = dialect;
        this.report = report;
    }

    /** Whether a parameter is about a credential. */
    static boolean isOne(String name) {
        for (CredentialType type : CredentialType.values()) {
            if (name.equals(type + "CFG")) {
                return true;
            }
        }
        return false;
    }

    void take(MoabLine line) {
        if (line.index().isEmpty()) {
            report.error(line.place(), line.name() + ": must name its credential: " + line.name() + "[NAME]");
            return;
        }
        CredentialType type =
                CredentialType.valueOf(line.name().substring(0, line.name().length() - "CFG".length()));
        for (String word : line.value().split("\\s+")) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                report.error(
                        line.place(),
                        line.parameter() + " \"" + word
                                + "\": must be ATTRIBUTE=value, without blanks around the sign");
                continue;
            }
            String name = word.substring(0, equals).toUpperCase(Locale.ROOT);
            attribute(line, type, name, word.substring(equals + 1));
        }
    }

    /** The parameters, each with its attributes joined by blanks. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        attributes.forEach((parameter, values) -> parameters.put(
                parameter,
                String.join(
                        " ",
                        values.entrySet().stream()
                                .map(value -> value.getKey() + "=" + value.getValue())
                                .toList())));
        return parameters;
    }

    /** Whether any of them has a usage target. */
    boolean haveTargets() {
        return attributes.values().stream().anyMatch(values -> values.containsKey("FSTARGET"));
    }

    private void attribute(MoabLine line, CredentialType type, String name, String value) {
        boolean taken = name.equals("PRIORITY")
                || name.equals("FSTARGET")
                || name.equals("FSCAP")
                || name.equals("FSWEIGHT")
                || name.equals("CLASSWEIGHT")
                || CredentialLimits.isOne(name)
                || OF_QOS.contains(name);
        if (!taken) {
            if (UNSUPPORTED.contains(name) || name.matches("MAXI?(JOB|PROC)[\\[:].*")) {
                report.unsupported(line.place(), line.parameter() + ": " + name + "=" + value);
            } else if (KNOWN.knows(name)) {
                report.unused(line.place(), line.name() + " " + name);
            } else {
                report.warning(line.place(), line.parameter() + ": " + name + " is unknown");
            }
        } else if (!has(type, name)) {
            report.warning(
                    line.place(), line.parameter() + ": " + line.name() + " does not have " + name + "; skipped");
        } else if (report.checked(line.place(), () -> check(name, value), false)) {
            if (name.equals("QTTARGET") && MoabDuration.isAmbiguous(value)) {
                report.warning(line.place(), MoabImporter.ambiguous(line.parameter() + " QTTARGET", value, dialect));
            }
            attributes
                    .computeIfAbsent(line.parameter(), p -> new LinkedHashMap<>())
                    .put(name, value);
        }
    }

    private static boolean has(CredentialType type, String name) {
        return switch (name) {
            case "FSWEIGHT" ->
                type == CredentialType.ACCOUNT || type == CredentialType.GROUP || type == CredentialType.QOS;
            case "CLASSWEIGHT" -> type == CredentialType.GROUP;
            default -> !OF_QOS.contains(name) || type == CredentialType.QOS;
        };
    }

    private boolean check(String name, String value) {
        switch (name) {
            case "FSTARGET" -> FairshareTarget.parse(value);
            case "MAXJOB", "MAXPROC", "MAXIJOB" -> UsageLimit.parse(name, value);
            case "FSCAP" -> FairshareCap.parse(value);
            case "QTTARGET" -> MoabValues.seconds(name, value, dialect);
            case "XFTARGET" -> {
                double target = MoabValues.number(name, value).doubleValue();
                CredentialSettings.NONE.withXfactorTarget(target);
            }
            default -> {
                if (!value.matches("[+-]?\\d{1,15}")) {
                    throw MoabValues.wrong(name, value, "a whole number");
                }
                // The same range for all of them.
                CredentialSettings.NONE.withFairshareWeight(Long.parseLong(value));
            }
        }
        return true;
    }
}
