package io.fairway.app.runtime;

import io.fairway.engine.UsageSettings;
import io.fairway.engine.task.SettingsDifferException;
import io.fairway.records.Basis;
import io.fairway.schemas.FairwaySerdes;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the state of an application rests on, compared with its settings and its registry before it starts.
 *
 * @param settings of this start
 * @param serdes that know the schemas by which records were read and written
 * @param log where both are kept
 */
record KeptState(UsageSettings settings, FairwaySerdes serdes, BasisLog log) {
    /**
     * Compares.
     *
     * @param say hears what it waits for
     * @throws SettingsDifferException if the state was made with other settings, and they are not to be replaced
     * @throws IllegalStateException if instances run that have the settings to be replaced, the registry changed, or
     *     samples are missing that a beginning needs
     */
    static KeptState require(FairwayConfig config, TopicProbe topics, StartOptions options, Consumer<String> say)
            throws InterruptedException {
        BasisLog log = new BasisLog(config);
        try {
            List<Basis> bases = log.read();
            UsageSettings settings = config.usageSettings();
            List<String> differences = SettingsProbe.differences(settings, bases);
            if (!differences.isEmpty()) {
                if (!options.newSettings()) {
                    throw new SettingsDifferException(differences);
                }
                topics.requireNobodyRuns();
                settings = settings.asNew();
            }
            FairwaySerdes serdes = config.keepingSerdes();
            bases.forEach(basis -> basis.schemas().forEach(serdes.known()::kept));
            RegistryProbe.require(serdes, config.getString(FairwayConfig.SCHEMA_REGISTRY_URL));
            if (topics.isNew()) {
                LongRuns.require(config, serdes, options, say);
            }
            return new KeptState(settings, serdes, log);
        } catch (RuntimeException | InterruptedException e) {
            log.close();
            throw e;
        }
    }
}
