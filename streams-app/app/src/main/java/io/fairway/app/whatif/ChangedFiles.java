package io.fairway.app.whatif;

import io.fairway.app.tables.PolicyFile;
import io.fairway.app.tables.SharesFile;
import io.fairway.avro.Policy;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.whatif.Recount;
import io.fairway.reading.whatif.WhatIf;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.records.StoredRecords;
import io.fairway.scenario.domain.GivenFacts;
import io.fairway.schemas.Keys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a question changes: files as {@code policy apply} and {@code shares apply} take them, and jobs as scenarios name them, read and
 * checked by the same readers.
 *
 * @param policies versions of policies
 * @param shares a file of share trees; null = none
 * @param jobs a file of jobs and events; null = none
 * @param recount whether usage is estimated as if it had always decayed as the policies say
 */
record ChangedFiles(
        List<Policy> policies,
        @Nullable SharesFile shares,
        @Nullable YamlMap jobs,
        boolean recount) {
    /**
     * Reads files.
     *
     * @throws IllegalArgumentException with file, line, value and rule
     */
    static ChangedFiles read(
            List<Path> policyFiles, @Nullable Path sharesFile, @Nullable Path jobsFile, boolean recount) {
        return new ChangedFiles(
                policyFiles.stream()
                        .map(file -> PolicyFile.read(YamlValue.read(file)).policy())
                        .toList(),
                sharesFile == null ? null : SharesFile.read(YamlValue.read(sharesFile)),
                jobsFile == null ? null : YamlValue.read(jobsFile),
                recount);
    }

    boolean isEmpty() {
        return policies.isEmpty() && shares == null && jobs == null;
    }

    /**
     * The domain with the changes.
     *
     * @throws IllegalArgumentException if a file is of another domain, or cannot be foretold
     */
    DomainSnapshot appliedTo(DomainSnapshot now) {
        for (Policy policy : policies) {
            requireDomain(policy.getDomain(), now);
        }
        Map<String, @Nullable ShareNode> nodes = new TreeMap<>();
        if (shares != null) {
            requireDomain(shares.domain(), now);
            shares.over(present(now), false)
                    .records()
                    .forEach((key, record) -> nodes.put(key, SharesAndAdjustments.node(record)));
        }
        DomainSnapshot counted = now;
        for (Policy policy : recount ? policies : List.<Policy>of()) {
            counted = Recount.of(counted, policy);
        }
        DomainSnapshot then = policies.isEmpty() && shares == null ? counted : WhatIf.changed(counted, policies, nodes);
        return jobs == null ? then : WhatIf.told(then, GivenFacts.now(jobs, now.domain(), now.asOf()));
    }

    private static void requireDomain(String domain, DomainSnapshot now) {
        if (!domain.equals(now.domain())) {
            throw new IllegalArgumentException(
                    "the file is of domain " + domain + ", and the state of " + now.domain());
        }
    }

    /** The share records of the domain by the keys of their topic. */
    private static Map<String, io.fairway.avro.ShareNode> present(DomainSnapshot now) {
        Map<String, io.fairway.avro.ShareNode> present = new TreeMap<>();
        StateStores.forEach(now.stores().get(Stores.SHARES), Keys.domain(now.domain()), (key, bytes) -> {
            ShareNode node = StoredRecords.share(bytes);
            if (!node.deleted()) {
                present.put(key, SharesAndAdjustments.record(now.domain(), node));
            }
        });
        return present;
    }
}
