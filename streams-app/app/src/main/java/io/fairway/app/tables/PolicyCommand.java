package io.fairway.app.tables;

import io.fairway.avro.Heartbeat;
import io.fairway.avro.Policy;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlText;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.errors.AuthorizationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairway policy}: reads and writes versions of policies from and to files. */
@Command(
        name = "policy",
        mixinStandardHelpOptions = true,
        description = "Read, compare and add policy versions.",
        footer = {"", "docs/shares.md shows the file."})
public final class PolicyCommand extends TableCommand {
    @Override
    TableFile<?> read(YamlMap file) {
        PolicyFile read = PolicyFile.read(file);
        PolicyFamilies.of(read.policy()).warnings().forEach(warning -> err().println("warning: " + warning));
        return read;
    }

    /** A version that may not be changed is a problem of the command line, too. */
    @Override
    int change(TableOptions options, Path path, boolean forRebuild, boolean dryRun) throws InterruptedException {
        try {
            return super.change(options, path, forRebuild, dryRun);
        } catch (IllegalArgumentException wrong) {
            throw misuse(wrong);
        }
    }

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = {
                "Add the policy version of a file, or change it. Doing it again changes nothing.",
                "The application refuses a version that is not newer than the one in force; it sends a dead letter.",
                "What the file leaves out has the default of its scheduler: Slurm's half-life is 7d. The change shows it.",
                "A size that a weight or the algorithm needs, as processors, must be there.",
                "Without epsilon in the file, a fairshare factor is sent again when it moved by half a point of priority,"
                        + " 1/(2 * weight of fairshare), or by 0.0005 if that is less."
            })
    int apply(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "FILE") Path file,
            @Option(names = "--dry-run", description = "Only print the change.") boolean dryRun,
            @Option(
                            names = "--for-rebuild",
                            description =
                                    "Change even a version that holds already. Only an application that begins anew"
                                            + " takes it.")
                    boolean forRebuild)
            throws InterruptedException {
        change(options, file, forRebuild, dryRun);
        return 0;
    }

    @Command(
            name = "diff",
            mixinStandardHelpOptions = true,
            description = "Print the change that apply would make.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:no change", "1:a change", "2:wrong command line"})
    int diff(@Mixin TableOptions options, @Parameters(paramLabel = "FILE") Path file) throws InterruptedException {
        return difference(options, file);
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Print the versions of a policy, each as a file for apply.")
    int get(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "DOMAIN") String domain,
            @Parameters(paramLabel = "NAME") String name)
            throws IOException {
        List<Policy> policies = new ArrayList<>(found(
                options.table(Topic.POLICIES, Policy.class),
                policy -> policy.getDomain().equals(domain) && policy.getName().equals(name),
                "domain " + domain + ": has no policy " + name));
        policies.sort(Comparator.comparing(Policy::getEffectiveFrom));
        List<String> versions = new ArrayList<>();
        for (Policy policy : policies) {
            versions.add(YamlText.text(PolicyYaml.write(policy)));
        }
        return print(String.join("---\n", versions));
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = {
                "Print every version of every policy: domain, name, begin, state, algorithm, measure.",
                "The state of a version whose newest record a running application refused is REFUSED."
            })
    int list(@Mixin TableOptions options) {
        PrintWriter out = out();
        Set<String> refused = refused(options);
        for (Policy policy : byStart(options).values()) {
            out.println(String.join(
                    "  ",
                    policy.getDomain(),
                    policy.getName(),
                    policy.getEffectiveFrom().toString(),
                    refused.contains(version(
                                    policy.getDomain(), policy.getName() + " from " + policy.getEffectiveFrom()))
                            ? "REFUSED"
                            : policy.getState().toString(),
                    policy.getAlgorithm().toString(),
                    policy.getMeasure().getName()));
        }
        out.flush();
        return 0;
    }

    /** The versions that heartbeats call refused. Who may not read heartbeats sees the states as they were written. */
    private Set<String> refused(TableOptions options) {
        Set<String> refused = new HashSet<>();
        try {
            for (Heartbeat heartbeat :
                    options.table(Topic.HEARTBEATS, Heartbeat.class).read().values()) {
                heartbeat.getRefusedVersions().forEach(version -> refused.add(version(heartbeat.getDomain(), version)));
            }
        } catch (AuthorizationException e) {
            err().println("fairway: which versions were refused is not known: " + e.getMessage());
        }
        return refused;
    }

    private static String version(String domain, String version) {
        return domain + " " + version;
    }

    private static Map<String, Policy> byStart(TableOptions options) {
        Map<String, Policy> sorted = new TreeMap<>();
        options.table(Topic.POLICIES, Policy.class)
                .read()
                .values()
                .forEach(policy -> sorted.put(
                        policy.getDomain() + "|" + policy.getName() + "|" + policy.getEffectiveFrom(), policy));
        return sorted;
    }
}
