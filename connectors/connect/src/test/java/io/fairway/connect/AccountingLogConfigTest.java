package io.fairway.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions.AccountBy;
import io.fairway.readers.line.TraceOptions.ClusterBy;
import io.fairway.readers.line.TraceOptions.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountingLogConfigTest {
    private static Map<String, String> settings(String... more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("name", "x");
        settings.put("connector.class", AccountingLogSourceConnector.class.getName());
        settings.put("errors.retry.timeout", "-1");
        settings.put("file.paths", "/var/log/a.log*,/var/log/b-?.log");
        settings.put("format", "sacct");
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    @Test
    void withoutFurtherSettingsEachRecordNamesItsCluster() {
        AccountingLogConfig config = new AccountingLogConfig(settings());

        assertThat(config.paths()).containsExactly("/var/log/a.log*", "/var/log/b-?.log");
        assertThat(config.format()).isEqualTo(TraceFormat.SACCT);
        assertThat(config.options().clusterBy()).isEqualTo(ClusterBy.RECORD);
        assertThat(config.options().scope()).isEqualTo(Scope.LIVE);
        assertThat(config.partitions().count()).isEqualTo(32);
    }

    @Test
    void jobsWithoutAnAccountHaveTheDefaultOne() {
        assertThat(new AccountingLogConfig(settings()).options().defaultAccount())
                .isNull();
        assertThat(new AccountingLogConfig(settings("default.account", "physics"))
                        .options()
                        .defaultAccount())
                .isEqualTo("physics");
    }

    @Test
    void aClusterIsThatOfAllJobsUnlessTheRecordsAreAsked() {
        assertThat(new AccountingLogConfig(settings("cluster", "alps"))
                        .options()
                        .clusterBy())
                .isEqualTo(ClusterBy.TRACE);
        assertThat(new AccountingLogConfig(settings("cluster", "alps", "cluster.by", "record"))
                        .options()
                        .clusterBy())
                .isEqualTo(ClusterBy.RECORD);
    }

    @Test
    void theAccountIsThatOfTheFormatUnlessTheDepartmentIsAskedFor() {
        assertThat(new AccountingLogConfig(settings()).options().accountBy()).isEqualTo(AccountBy.FORMAT);
        assertThat(new AccountingLogConfig(settings("account.by", "department"))
                        .options()
                        .accountBy())
                .isEqualTo(AccountBy.DEPARTMENT);
    }

    @ParameterizedTest
    @CsvSource({
        "file.paths, var/log/a, must begin with /",
        "format, sact, sacct",
        "cluster.by, host, 'trace, partition, record'",
        "cluster.by, trace, must be named",
        "time.zone, Europe/Zuerich, Europe/Zuerich",
        "scope, all, 'history, live'",
        "account.by, project, must be department",
        "topic.prefix, fair way, ASCII",
        "topic.partitions, 0, at least 1",
        "domain.pins, alps, must be domain=partition",
        "line.max.bytes, 3, at least 1024",
        "topic.partition, 4, unknown key topic.partition (with value 4)"
    })
    void aBadSettingIsRefusedByNameValueAndRule(String key, String value, String rule) {
        assertThatThrownBy(() -> new AccountingLogConfig(settings(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void theWorkerIsToldOfAnUnknownKeyWhenItValidates() {
        List<ConfigValue> values = new AccountingLogSourceConnector()
                .validate(settings("file.path", "/var/log/c"))
                .configValues();

        assertThat(values)
                .filteredOn(value -> value.name().equals("file.path"))
                .singleElement()
                .satisfies(value -> assertThat(value.errorMessages().get(0)).contains("unknown key file.path"));
    }

    @Test
    void pathsAreSharedOutToTheTasks() {
        AccountingLogSourceConnector connector = new AccountingLogSourceConnector();
        connector.start(settings("file.paths", "/a,/b,/c"));

        assertThat(connector.taskConfigs(2))
                .extracting(task -> task.get("file.paths"))
                .containsExactly("/a,/c", "/b");
        assertThat(connector.taskConfigs(9)).hasSize(3);
        assertThat(connector.exactlyOnceSupport(settings())).isEqualTo(ExactlyOnceSupport.SUPPORTED);
    }
}
