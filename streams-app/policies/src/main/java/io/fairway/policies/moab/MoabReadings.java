package io.fairway.policies.moab;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;

/**
 * The readings that hold where documents contradict each other: those of the dialect, unless a policy says otherwise.
 */
public final class MoabReadings {
    private MoabReadings() {}

    public static Readings read(YamlMap policy, MoabDialect dialect) {
        Readings of = Readings.of(dialect);
        YamlValue value = policy.find("readings");
        if (value == null) {
            return of;
        }
        YamlMap yaml = value.map();
        Readings readings = new Readings(
                yaml.word("violation", Readings.Violation.class, of.violation()),
                yaml.word("caps", Readings.Caps.class, of.caps()),
                yaml.word("xfactor", Readings.XFactor.class, of.xfactor()),
                yaml.word("missed-target", Readings.MissedTarget.class, of.missedTarget()),
                yaml.word("queue-time-target", Readings.QueueTimeTarget.class, of.queueTimeTarget()),
                yaml.word("percent", Readings.Percent.class, of.percent()),
                yaml.word("subfactors", Readings.Subfactors.class, of.subfactors()),
                yaml.word("lower-bound", Readings.LowerBound.class, of.lowerBound()),
                yaml.word("cap-request", Readings.CapRequest.class, of.capRequest()),
                yaml.word("active-seconds", Readings.ActiveSeconds.class, of.activeSeconds()));
        yaml.done();
        return readings;
    }
}
