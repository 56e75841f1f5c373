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
        YamlMap said = value.map();
        Readings readings = new Readings(
                said.word("violation", Readings.Violation.class, of.violation()),
                said.word("caps", Readings.Caps.class, of.caps()),
                said.word("xfactor", Readings.XFactor.class, of.xfactor()),
                said.word("missed-target", Readings.MissedTarget.class, of.missedTarget()),
                said.word("queue-time-target", Readings.QueueTimeTarget.class, of.queueTimeTarget()),
                said.word("percent", Readings.Percent.class, of.percent()),
                said.word("subfactors", Readings.Subfactors.class, of.subfactors()),
                said.word("lower-bound", Readings.LowerBound.class, of.lowerBound()),
                said.word("cap-request", Readings.CapRequest.class, of.capRequest()),
                said.word("active-seconds", Readings.ActiveSeconds.class, of.activeSeconds()));
        said.done();
        return readings;
    }
}
