package io.fairway.app.imports;

import io.fairway.app.tables.ApplicationAnswer;
import io.fairway.app.tables.HostsFile;
import io.fairway.app.tables.PolicyFile;
import io.fairway.app.tables.SharesFile;
import io.fairway.app.tables.TableOptions;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.importers.ImportTarget;
import io.fairway.importers.Imported;
import io.fairway.importers.SourceFile;
import io.fairway.importers.registry.Scheduler;
import io.fairway.policies.registry.PolicyFamilies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway import}: shares and a policy from a scheduler's own files. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Turn the files of Slurm, LSF, Moab or Maui into share trees, hosts and a policy.",
            "The report on standard error names file and line of all errors and of all that is not supported."
        },
        footer = {
            "",
            "It recognises files by name or content:",
            "  slurm   slurm.conf; sacctmgr dump; sacctmgr -P show assoc; sinfo -V;",
            "          sacctmgr -P show qos",
            "  lsf     lsb.params, lsb.queues, lsb.users, lsb.hosts, lsb.resources, lsf.conf",
            "  moab    moab.cfg, maui.cfg, fs.cfg",
            "",
            "Without -b and -r, it prints the files for 'fairway shares', 'hosts' and 'policy apply', or writes them"
                    + " to the named files. With -b and -r, it prints the changes to the topics; with --publish, it makes"
                    + " them. It writes nothing if there is an error.",
            "docs/import.md tells what is read."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:errors in the files; nothing was written", "2:wrong command line"})
public final class ImportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SCHEDULER", description = "slurm, lsf or moab (also for Maui).")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private Scheduler scheduler;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "The site's files.")
    private List<Path> files = List.of();

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "Domain of the shares and the policy. Default: the cluster's name in the files.")
    private @Nullable String domain;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description =
                    "Name of the cluster and, for Slurm, of its share tree. Default: the name in the files. The trees of"
                            + " LSF have the names of queues and host partitions.")
    private @Nullable String cluster;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "main",
            description = "Name of the policy. Default: ${DEFAULT-VALUE}.")
    private String policy = "main";

    @Option(
            names = "--effective-from",
            paramLabel = "INSTANT",
            description =
                    "Begin of the policy version. Default: now; of a policy that is on its topic, unchanged if it did"
                            + " not change, else in five minutes, so that a running application takes it.")
    private @Nullable String effectiveFrom;

    @Option(
            names = "--shadow",
            description = "Import the policy as a shadow: evaluated beside the active one, without effect on jobs.")
    private boolean shadow;

    @Option(
            names = "--dialect",
            paramLabel = "VERSION",
            description =
                    "Version whose defaults hold. 2.0, 22.05, 24.11 or 26.05 for slurm (default: by the files, else"
                            + " 26.05); moab or maui for moab (default: by the file name).")
    private @Nullable String dialect;

    @Option(names = "--nodes", paramLabel = "N", description = "Nodes of the cluster. Default: from slurm.conf.")
    private long nodes;

    @Option(
            names = "--processors",
            paramLabel = "N",
            description = "Processors of the cluster. Default: from slurm.conf.")
    private long processors;

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description = "All users of the cluster, one name on each line: for LSF's 'default', 'others' and 'all'.")
    private @Nullable Path users;

    @Option(names = "--shares-file", paramLabel = "FILE", description = "Write the share trees to this file.")
    private @Nullable Path sharesFile;

    @Option(names = "--hosts-file", paramLabel = "FILE", description = "Write the hosts to this file (LSF).")
    private @Nullable Path hostsFile;

    @Option(names = "--policy-file", paramLabel = "FILE", description = "Write the policy to this file.")
    private @Nullable Path policyFile;

    @Option(
            names = "--publish",
            description = "Change the topics. It keeps nodes and hosts that the files do not have.")
    private boolean publish;

    @ArgGroup(exclusive = false, multiplicity = "0..1", heading = "%nThe topics:%n")
    private @Nullable TableOptions tables;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (publish && tables == null) {
            throw misuse("--publish: needs --bootstrap-servers and --schema-registry");
        }
        Imported imported = scheduler.read(sources(), target());
        check(imported);
        ImportText.print(imported.report(), spec.commandLine().getErr());
        if (imported.report().hasErrors()) {
            return 1;
        }
        if (imported.domain().isEmpty()) {
            throw misuse("--domain: must be given because the files do not name the cluster");
        }
        Policy made = imported.policy();
        if (made != null && shadow) {
            made.setState(PolicyState.SHADOW);
        }
        if (made != null && tables != null && effectiveFrom == null) {
            made.setEffectiveFrom(PolicyFile.start(PolicyFile.newest(tables, made), Instant.now()));
        }
        ImportFiles written = ImportFiles.of(imported, header());
        PrintWriter out = spec.commandLine().getOut();
        boolean before = write(written.shares(), sharesFile, false, out);
        before |= write(written.hosts(), hostsFile, before, out);
        write(written.policy(), policyFile, before, out);
        out.flush();
        apply(written, out);
        return 0;
    }

    private void apply(ImportFiles written, PrintWriter out) throws InterruptedException {
        if (tables == null) {
            return;
        }
        SharesFile shares;
        HostsFile hosts;
        PolicyFile version;
        try {
            shares = written.readShares();
            hosts = written.readHosts();
            version = written.readPolicy();
        } catch (IllegalArgumentException refused) {
            throw misuse(String.valueOf(refused.getMessage()));
        }
        try (ApplicationAnswer answer = tables.answer()) {
            if (shares != null) {
                shares.apply(tables, false, !publish, answer, out);
            }
            if (hosts != null) {
                hosts.apply(tables, false, !publish, answer, out);
            }
            if (version != null) {
                apply(version, tables, answer, out);
            }
            answer.await(out);
        }
    }

    private void apply(PolicyFile version, TableOptions topics, ApplicationAnswer answer, PrintWriter out)
            throws InterruptedException {
        // Begins now unless something else is said: an import that says the same again would be a new version each
        // time.
        Policy standing = effectiveFrom != null ? null : version.standing(topics);
        if (standing != null) {
            out.println("policy " + standing.getName() + " of domain " + standing.getDomain() + ": unchanged since "
                    + standing.getEffectiveFrom() + ", no new version");
            out.flush();
        } else {
            out.println("policy " + version.policy().getName() + " of domain "
                    + version.policy().getDomain() + ": from "
                    + version.policy().getEffectiveFrom());
            try {
                version.apply(topics, false, !publish, answer, out);
            } catch (IllegalArgumentException refused) {
                throw misuse(String.valueOf(refused.getMessage()));
            }
        }
    }

    private static void check(Imported imported) {
        try {
            Policy made = imported.policy();
            if (made != null) {
                PolicyFamilies.check(made);
            }
        } catch (IllegalArgumentException refused) {
            imported.report().error(null, String.valueOf(refused.getMessage()));
        }
    }

    /**
     * Writes a file, or prints it.
     *
     * @param before whether another one was printed before
     * @return whether it was printed
     */
    private boolean write(@Nullable String text, @Nullable Path file, boolean before, PrintWriter out)
            throws IOException {
        if (text != null && file != null) {
            Files.writeString(file, text);
        }
        if (text == null || file != null || tables != null) {
            return false;
        }
        if (before) {
            out.println("---");
        }
        out.print(text);
        return true;
    }

    private List<SourceFile> sources() {
        List<SourceFile> sources = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            if (!names.add(name)) {
                throw misuse("file " + file
                        + ": another file has the same name; rename one, because the report names files");
            }
            sources.add(new SourceFile(name, text(file)));
        }
        return sources;
    }

    /** Names and comments may be in any encoding; keywords are ASCII. */
    private String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw misuse("file " + file + ": cannot be read: " + e);
        }
    }

    private ImportTarget target() {
        Set<String> everyone = new HashSet<>();
        if (users != null) {
            text(users)
                    .lines()
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .forEach(everyone::add);
        }
        return new ImportTarget(domain, cluster, policy, start(), dialect(), nodes, processors, everyone);
    }

    private long start() {
        if (effectiveFrom == null) {
            return Instant.now().truncatedTo(ChronoUnit.SECONDS).toEpochMilli();
        }
        try {
            return Instant.parse(effectiveFrom).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw misuse("--effective-from \"" + effectiveFrom + "\": must be an instant such as 2026-12-01T00:00:00Z");
        }
    }

    private @Nullable String dialect() {
        List<String> dialects = scheduler.dialects();
        if (dialect != null && !dialects.contains(dialect.toLowerCase(Locale.ROOT))) {
            throw misuse("--dialect \"" + dialect + "\": "
                    + (dialects.isEmpty() ? "LSF has none" : "must be " + String.join(" or ", dialects)));
        }
        return dialect;
    }

    private String header() {
        List<String> names =
                files.stream().map(file -> String.valueOf(file.getFileName())).toList();
        return "# From " + String.join(", ", names) + ", by fairway import.\n";
    }

    private ParameterException misuse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
