package io.fairway.app.whatif;

import io.fairway.app.tables.PolicyFile;
import io.fairway.app.tables.SharesFile;
import io.fairway.avro.Policy;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.whatif.WhatIf;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a question changes: files as {@code policy apply} and {@code shares apply} take them, read and checked by the same readers.
 *
 * @param policies versions of policies
 * @param shares a file of share trees; null = none
 */
record ChangedFiles(List<Policy> policies, @Nullable SharesFile shares) {
    /**
     * Reads files.
     *
     * @throws IllegalArgumentException with file, line, value and rule
     */
    static ChangedFiles read(List<Path> policyFiles, @Nullable Path sharesFile) {
        return new ChangedFiles(
                policyFiles.stream()
                        .map(file -> PolicyFile.read(YamlValue.read(file)).policy())
                        .toList(),
                sharesFile == null ? null : SharesFile.read(YamlValue.read(sharesFile)));
    }

    boolean isEmpty() {
        return policies.isEmpty() && shares == null;
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
        return WhatIf.changed(now, policies, nodes);
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
