package io.fairway.scenario.moab;

import io.fairway.core.usage.Window;
import io.fairway.policies.explain.MoabOutlook;
import io.fairway.policies.moab.MoabConfig;
import io.fairway.policies.moab.MoabCredentials;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import io.fairway.scenario.section.ScenarioFamily;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** A scenario under Moab's or Maui's rules: historical usage against targets, and the priorities of the waiting jobs. */
public final class MoabScenario implements ScenarioFamily {
    @Override
    public void evaluate(YamlMap scenario, YamlMap policy, long at, Report report) {
        MoabDialect dialect = policy.word("dialect", MoabDialect.class, MoabDialect.MOAB);
        MoabParameters parameters = MoabConfig.read(policy, dialect);
        SystemTotals system = system(scenario);
        MoabUsage usage = MoabUsage.read(scenario, parameters, system, at);
        MoabContext context = new MoabContext(system, usage.history().usage(at), usage.imported());
        fairshareRows(usage, context, parameters, at, report);
        MoabAssociations.evaluate(scenario, usage.associations(), context, parameters, at, report);
        MoabJobs.evaluate(scenario, usage, context, parameters, at, report);
    }

    /** The configured resources, {@code system: {processors: 128, mem: 65536}}; memory, swap and disk in MB. */
    private static SystemTotals system(YamlMap scenario) {
        YamlValue value = scenario.find("system");
        if (value == null) {
            return SystemTotals.NONE;
        }
        YamlMap yaml = value.map();
        SystemTotals system = yaml.checked(() -> new SystemTotals(
                yaml.number("processors", 0), yaml.number("mem", 0), yaml.number("swap", 0), yaml.number("disk", 0)));
        yaml.done();
        return system;
    }

    /** The total first, then the credentials with usage or a target of their own. */
    private static void fairshareRows(
            MoabUsage usage, MoabContext context, MoabParameters parameters, long at, Report report) {
        TreeSet<Credential> credentials =
                new TreeSet<>(Comparator.comparing(Credential::type).thenComparing(Credential::name));
        credentials.addAll(context.usage().decayed().keySet());
        parameters.credentials().forEach((credential, settings) -> {
            if (settings.target().isSet() && !credential.name().equals(Credential.DEFAULT)) {
                credentials.add(credential);
            }
        });
        if (credentials.isEmpty() && context.usage().total() == 0) {
            return;
        }
        Report.Row total = report.row("fairshare", "total");
        windows(usage.history().total().windows(at), parameters, total);
        total.number("decayed", context.usage().total());
        boolean counted = parameters.fairshare().policy() != FairsharePolicy.NONE
                && context.usage().total() > 0;
        boolean sign = parameters.fairshare().percent();
        boolean ofAvailable = sign && parameters.readings().percent() == Readings.Percent.OF_AVAILABLE;
        boolean ratio = sign && parameters.readings().percent() == Readings.Percent.RATIO;
        for (Credential credential : credentials) {
            FairshareUsage all = context.usage();
            double percent = ofAvailable
                    ? all.percentOfAvailable(credential, context.system().procs())
                    : all.percentOfDelivered(credential);
            FairshareTarget target = parameters.target(credential);
            Report.Row row = report.row("fairshare", MoabCredentials.name(credential.type()) + " " + credential.name());
            windows(usage.history().windows(credential, at), parameters, row);
            row.number("decayed", all.of(credential))
                    .number("percent", percent)
                    .put("target", target.isSet() ? target.display() : null)
                    .number("delta", counted ? target.delta(percent, ratio) + 0.0 : Double.NaN)
                    .put("violated", counted && target.isViolatedBy(percent) ? "yes" : "no");
            row.outlook(MoabOutlook.of(
                            usage.history().windows(credential, at),
                            usage.history().total().windows(at),
                            parameters.fairshare(),
                            at)
                    .of(target, !sign));
            row.explain(
                    "percent",
                    percent,
                    "100 * " + ReportText.text(all.of(credential)) + " / "
                            + (ofAvailable ? "what was available" : ReportText.text(all.total())));
        }
    }

    private static void windows(List<Window> windows, MoabParameters parameters, Report.Row row) {
        for (int k = 0; k < windows.size(); k++) {
            Window window = windows.get(k);
            row.number("window" + k, window.procSeconds());
            row.explain(
                    "window" + k,
                    window.procSeconds(),
                    "processor-seconds from " + Instant.ofEpochMilli(window.start()) + ", weight "
                            + ReportText.text(parameters.fairshare().weight(k)));
        }
    }
}
