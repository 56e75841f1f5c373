package io.fairway.app.imports;

import io.fairway.app.tables.HostsFile;
import io.fairway.app.tables.PolicyFile;
import io.fairway.app.tables.SharesFile;
import io.fairway.avro.Policy;
import io.fairway.importers.Imported;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an import writes: the files that {@code fairway shares apply}, {@code hosts apply} and {@code policy apply} take.
 *
 * @param shares text of the file; {@code null} = the site's files have no shares
 * @param hosts text of the file; {@code null} = they have no hosts
 * @param policy text of the file; {@code null} = they have no policy
 */
record ImportFiles(
        @Nullable String shares,
        @Nullable String hosts,
        @Nullable String policy) {
    static ImportFiles of(Imported imported, String header) {
        Policy policy = imported.policy();
        return new ImportFiles(
                imported.shares().isEmpty()
                        ? null
                        : header + text(SharesFile.write(imported.domain(), imported.shares())),
                imported.hosts().isEmpty()
                        ? null
                        : header + text(HostsFile.write(imported.domain(), imported.hosts(), false)),
                policy == null ? null : header + text(PolicyYaml.write(policy)));
    }

    /** The shares as apply would read them: import publishes exactly the content of the file. */
    @Nullable
    SharesFile readShares() {
        return shares == null
                ? null
                : SharesFile.read(YamlValue.parse("shares", shares)).whole();
    }

    /** The hosts as apply would read them. */
    @Nullable
    HostsFile readHosts() {
        return hosts == null ? null : HostsFile.read(YamlValue.parse("hosts", hosts));
    }

    /**
     * The policy as apply would read it.
     *
     * @throws IllegalArgumentException if the application would refuse it
     */
    @Nullable
    PolicyFile readPolicy() {
        return policy == null ? null : PolicyFile.read(YamlValue.parse("policy", policy));
    }

    private static String text(Map<String, Object> map) {
        try {
            return YamlText.text(map);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
