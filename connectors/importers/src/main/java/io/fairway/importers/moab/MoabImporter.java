package io.fairway.importers.moab;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.importers.ImportReport;
import io.fairway.importers.ImportTarget;
import io.fairway.importers.Imported;
import io.fairway.importers.Keywords;
import io.fairway.importers.Place;
import io.fairway.importers.SourceFile;
import io.fairway.importers.SourceLine;
import io.fairway.importers.Sources;
import io.fairway.schedulers.moab.config.WeightParameter;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.MoabDuration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads moab.cfg, maui.cfg and fs.cfg: weights and caps, fairshare, and the priorities and targets of credentials.
 * Names are read in any case; the last of repeated parameters applies. These files contain targets rather than shares,
 * and credentials need no share tree: there is no file of shares to import.
 */
public final class MoabImporter {
    private static final Keywords KNOWN = Keywords.of("moab.cfg.txt");
    private static final Set<String> GLOBAL = Set.of("", "0", "ALL");

    private final MoabDialect dialect;
    private final ImportReport report = new ImportReport();
    private final CredentialLines credentials;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private String cluster = "";

    private MoabImporter(MoabDialect dialect) {
        this.dialect = dialect;
        credentials = new CredentialLines(dialect, report);
    }

    /** Reads the files. */
    public static Imported read(List<SourceFile> files, ImportTarget target) {
        boolean maui = target.dialect() == null
                ? files.stream()
                        .anyMatch(file -> file.name().toLowerCase(Locale.ROOT).contains("maui"))
                : "MAUI".equalsIgnoreCase(target.dialect());
        MoabImporter importer = new MoabImporter(maui ? MoabDialect.MAUI : MoabDialect.MOAB);
        Sources sources = new Sources(files, false, true, importer.report);
        for (SourceFile file : files) {
            if (!sources.isIncluded(file)) {
                importer.take(file, sources.lines(file));
            }
        }
        return importer.finish(target);
    }

    /** The warning about a duration of two parts. */
    static String ambiguous(String parameter, String value, MoabDialect dialect) {
        return parameter + " \"" + value + "\": is MM:SS in the documents and HH:MM in Maui; read as "
                + (dialect == MoabDialect.MAUI ? "HH:MM" : "MM:SS");
    }

    private void take(SourceFile file, List<SourceLine> lines) {
        boolean recognised = false;
        for (SourceLine line : lines) {
            if (line.text().startsWith("#")) {
                report.warning(line.place(), "\"" + line.text() + "\": must be a directive of Moab");
                continue;
            }
            MoabLine parsed = report.attempt(line.place(), () -> MoabLine.parse(line));
            recognised |= parsed != null && isKnown(parsed);
            if (parsed != null) {
                take(parsed);
            }
        }
        if (!recognised) {
            report.error(new Place(file.name(), 0), "must be a moab.cfg or a maui.cfg: no parameter in it is known");
        }
    }

    private static boolean isKnown(MoabLine line) {
        return WeightParameter.isKnown(line.name())
                || MoabValues.isPlain(line.name())
                || CredentialLines.isOne(line.name())
                || KNOWN.knows(line.name());
    }

    private void take(MoabLine line) {
        String name = line.name();
        if (CredentialLines.isOne(name)) {
            credentials.take(line);
        } else if (WeightParameter.isKnown(name)) {
            set(GLOBAL.contains(line.index()) ? name : line.parameter(), line);
        } else if (MoabValues.isPlain(name)) {
            if (line.index().isEmpty()) {
                set(name, line);
            } else {
                report.error(line.place(), line.parameter() + ": must have no index");
            }
        } else if (isUnsupported(line)) {
            report.unsupported(line.place(), line.parameter() + " " + line.value());
        } else if (KNOWN.knows(name)) {
            if (name.equals("SCHEDCFG") && cluster.isEmpty()) {
                cluster = line.index();
            }
            report.unused(line.place(), name);
        } else {
            report.warning(line.place(), name + " is unknown");
        }
    }

    private static boolean isUnsupported(MoabLine line) {
        return switch (line.name()) {
            case "FSSECONDARYGROUPS", "USEMACHINESPEEDFORFS" ->
                Set.of("TRUE", "ON", "1", "YES").contains(line.value().toUpperCase(Locale.ROOT));
            case "SYSCFG", "SYSTEMCFG" -> line.value().toUpperCase(Locale.ROOT).contains("FS");
            default -> line.name().startsWith("FSTREE");
        };
    }

    private void set(String parameter, MoabLine line) {
        boolean fits = report.checked(
                line.place(),
                () -> {
                    MoabValues.check(line.name(), line.value(), dialect);
                    return true;
                },
                false);
        if (!fits) {
            return;
        }
        if (MoabValues.isDuration(line.name()) && MoabDuration.isAmbiguous(line.value())) {
            report.warning(line.place(), ambiguous(parameter, line.value(), dialect));
        }
        Place before = places.put(parameter, line.place());
        if (before != null) {
            report.warning(
                    line.place(),
                    parameter + " is also at " + before + "; the last one, \"" + line.value() + "\", applies");
        }
        parameters.put(parameter, line.value());
    }

    private Imported finish(ImportTarget target) {
        Map<String, String> ofCredentials = credentials.parameters();
        String name = target.cluster() != null ? target.cluster() : cluster;
        String domain = target.domain() != null ? target.domain() : name;
        report.read("policy " + target.policy() + ": MOAB_TARGETS, dialect " + dialect + ", "
                + ImportReport.count(parameters.size(), "parameter") + ", "
                + ImportReport.count(ofCredentials.size(), "credential"));
        if (!report.hasErrors() && !parameters.containsKey("FSPOLICY") && credentials.haveTargets()) {
            report.warning(null, "FSPOLICY: is not in the files; set it, or fairshare and FSTARGET have no effect");
        }
        if (target.processors() == 0) {
            report.warning(
                    null,
                    "processors 0: the files do not contain the cluster's processors, which processor equivalents need; use --processors");
        }
        if (report.hasErrors()) {
            return new Imported(domain, List.of(), null, report);
        }
        StreamGaps.tell(parameters, places, report);
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.putAll(ofCredentials);
        Policy policy = Policy.newBuilder()
                .setDomain(domain)
                .setName(target.policy())
                .setEffectiveFrom(Instant.ofEpochMilli(target.effectiveFrom()))
                .setMeasure(Measure.newBuilder().setName("moab").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setNodes(target.nodes())
                .setProcessors(target.processors())
                .setMoab(MoabPolicy.newBuilder()
                        .setDialect(dialect.name())
                        .setParameters(all)
                        .build())
                .build();
        return new Imported(domain, List.of(), policy, report);
    }
}
