package io.fairway.scenario.lsf;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.lsf.fairshare.FairshareScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a history that a policy counts; without a scope, all.
 *
 * <pre>{@code
 * scope: {queue: normal}
 * scope: {cross-queue: [normal, short, long]}      # the parent first
 * scope: {host-partition: [host1, host2]}
 * }</pre>
 *
 * @param covers {@code null} = every job
 * @param queue the queue whose shares are evaluated; {@code null} = not given
 */
record LsfScopeSection(
        @Nullable FairshareScope covers, @Nullable YamlValue queue) {
    static LsfScopeSection read(YamlMap policy) {
        YamlValue yaml = policy.find("scope");
        if (yaml == null) {
            return new LsfScopeSection(null, null);
        }
        YamlMap scope = yaml.map();
        List<LsfScopeSection> read = new ArrayList<>();
        YamlValue queue = scope.find("queue");
        if (queue != null) {
            read.add(new LsfScopeSection(new FairshareScope.Queue(queue.text()), queue));
        }
        YamlValue cross = scope.find("cross-queue");
        if (cross != null) {
            List<YamlValue> queues = cross.list();
            if (queues.isEmpty()) {
                throw cross.wrong("must name the parent queue and its children");
            }
            Set<String> children = new HashSet<>(names(queues.subList(1, queues.size())));
            read.add(new LsfScopeSection(
                    new FairshareScope.CrossQueue(queues.get(0).text(), children), queues.get(0)));
        }
        YamlValue hosts = scope.find("host-partition");
        if (hosts != null) {
            read.add(new LsfScopeSection(
                    new FairshareScope.HostPartition("scenario", new HashSet<>(names(hosts.list()))), null));
        }
        scope.done();
        if (read.size() != 1) {
            throw yaml.wrong("must be one of queue, cross-queue, host-partition");
        }
        return read.get(0);
    }

    static List<String> names(List<YamlValue> values) {
        return values.stream().map(YamlValue::text).toList();
    }

    boolean covers(YamlMap job) {
        FairshareScope scope = covers;
        List<String> hosts = names(job.list("hosts"));
        String queue = job.text("queue", "");
        return scope == null || scope.covers(queue, hosts);
    }
}
