package io.fairway.connect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/**
 * Follows the accounting logs of schedulers, and writes what they say of jobs to the topics of job events and samples. Each
 * path is read by one task. Under {@code exactly.once.source.support=enabled} each line's events are written once,
 * together with how far its log was read.
 */
public final class AccountingLogSourceConnector extends SourceConnector {
    private Map<String, String> settings = Map.of();

    @Override
    public String version() {
        return Release.VERSION;
    }

    @Override
    public ConfigDef config() {
        return AccountingLogConfig.definition();
    }

    @Override
    public Config validate(Map<String, String> settings) {
        List<ConfigValue> values = new ArrayList<>(super.validate(settings).configValues());
        AccountingLogConfig.unknown(settings)
                .forEach((key, problem) ->
                        values.add(new ConfigValue(key, settings.get(key), List.of(), List.of(problem))));
        return new Config(values);
    }

    @Override
    public void start(Map<String, String> settings) {
        var unused = new AccountingLogConfig(settings);
        this.settings = settings;
    }

    @Override
    public Class<? extends Task> taskClass() {
        return AccountingLogSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        List<String> paths = new AccountingLogConfig(settings).paths();
        List<Map<String, String>> tasks = new ArrayList<>();
        int count = Math.min(maxTasks, paths.size());
        for (int task = 0; task < count; task++) {
            List<String> own = new ArrayList<>();
            for (int path = task; path < paths.size(); path += count) {
                own.add(paths.get(path));
            }
            Map<String, String> config = new HashMap<>(settings);
            config.put(AccountingLogConfig.FILE_PATHS, String.join(",", own));
            tasks.add(config);
        }
        return tasks;
    }

    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> settings) {
        return ExactlyOnceSupport.SUPPORTED;
    }

    /** The worker's own boundaries fit: what one call returns is whole lines, and goes into one transaction. */
    @Override
    public ConnectorTransactionBoundaries canDefineTransactionBoundaries(Map<String, String> settings) {
        return ConnectorTransactionBoundaries.UNSUPPORTED;
    }

    @Override
    public void stop() {
        // The tasks hold the files.
    }
}
