package io.fairway.app.whatif;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.http.ServerOptions;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.saved.SavedDomain;
import io.fairway.scenario.EvaluateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * {@code fairway evaluate}: a scenario, or today's queue. The state of a domain is read once from a running application, which goes on
 * meanwhile, and everything is computed here.
 */
@Command(
        name = "evaluate",
        description = {
            "Compute usage, fairshare, priorities and orders from a scenario file.",
            "With --from, compute the order of the jobs that wait now, with another policy, other shares or other jobs beside it."
                    + " Nothing is changed. Only operators may read the state of a domain.",
            "A scenario may have expected values: the command compares them and exits with 1 if one differs."
        },
        footer = {
            "",
            "Examples:",
            "  fairway evaluate examples/slurm-2.0-blend.yaml --explain",
            "  fairway evaluate --from http://127.0.0.1:8090 --policy-file new.yaml",
            "  fairway evaluate --from http://127.0.0.1:8090 --save report",
            "  fairway evaluate --saved report --shares shares.yaml --jobs jobs.yaml"
        })
public final class EvaluateQueueCommand extends EvaluateCommand {
    /** Where the state is. */
    private static final class Source {
        @Option(names = "--from", paramLabel = "URL", description = "Any instance of Fairway: take its state of now.")
        private @Nullable String from;

        @Option(names = "--saved", paramLabel = "DIR", description = "A folder that --save wrote.")
        private @Nullable Path saved;
    }

    @ArgGroup
    private @Nullable Source source;

    @Option(names = "--domain", paramLabel = "NAME", description = "Domain. Required if the server has several.")
    private @Nullable String domain;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token for the server. Default: FAIRWAY_TOKEN from the environment.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--policy-file",
            paramLabel = "FILE",
            description = "A version of a policy, as 'policy apply' takes it. May be repeated.")
    private List<Path> policyFiles = List.of();

    @Option(names = "--shares", paramLabel = "FILE", description = "Share trees, as 'shares apply' takes them.")
    private @Nullable Path shares;

    @Option(
            names = "--jobs",
            paramLabel = "FILE",
            description = "Jobs that are submitted, and events of waiting jobs, as a scenario names them.")
    private @Nullable Path jobs;

    @Option(
            names = "--recount",
            description = "Estimate usage as if it had always decayed as a policy file says. Default: from now on.")
    private boolean recount;

    @Option(names = "--save", paramLabel = "DIR", description = "Write the state into a folder, for --saved.")
    private @Nullable Path save;

    @Option(names = "--all", description = "Print every job. Default: the first 20, and those that move most.")
    private boolean all;

    @Override
    public Integer call() throws IOException {
        Source given = source;
        if (given == null) {
            boolean ofQueue = domain != null
                    || tokenFile != null
                    || !policyFiles.isEmpty()
                    || shares != null
                    || jobs != null
                    || save != null
                    || recount
                    || all;
            if (ofQueue) {
                throw misuse("--domain, --token-file, --policy-file, --shares, --jobs, --recount, --save and"
                        + " --all apply to --from and --saved");
            }
            return super.call();
        }
        if (isOfScenario()) {
            throw misuse("a scenario, --explain and --schema do not apply to --from and --saved");
        }
        if (recount && policyFiles.isEmpty()) {
            throw misuse("--recount applies to --policy-file, which says how usage decays");
        }
        if (given.saved != null && (domain != null || tokenFile != null || save != null)) {
            throw misuse("--domain, --token-file and --save do not apply to --saved, which is the state of one domain");
        }
        try {
            evaluate(given);
        } catch (IllegalArgumentException wrong) {
            throw misuse(String.valueOf(wrong.getMessage()));
        }
        return 0;
    }

    private void evaluate(Source given) throws IOException {
        ChangedFiles changes = ChangedFiles.read(policyFiles, shares, jobs, recount);
        SavedDomain state = given.saved != null ? SavedState.read(given.saved) : ask(String.valueOf(given.from));
        PrintWriter out = spec().commandLine().getOut();
        Path folder = save;
        if (folder != null) {
            SavedState.write(state, folder);
        }
        if (recount && given.saved != null && !state.hasUsage()) {
            throw misuse("--recount needs usage by hour and day, and this state has none: save it with --recount");
        }
        DomainSnapshot now = state.open();
        DomainSnapshot then = changes.isEmpty() ? now : changes.appliedTo(now);
        String name = policy() == null && changes.policies().size() == 1
                ? changes.policies().get(0).getName()
                : policy();
        List<ForetoldOrder.Line> lines = ForetoldOrder.of(now, then, name);
        if (json()) {
            ArrayNode list = Api.JSON.createArrayNode();
            lines.forEach(line -> list.add(ForetoldOrder.json(line)));
            out.print(list.toPrettyString()); // not as one line
            out.println();
            if (recount) {
                spec().commandLine().getErr().println(QueueText.ESTIMATED);
            }
        } else {
            QueueText.print(state, ForetoldOrder.policy(then, name), lines, changes, all, out);
            if (folder != null) {
                out.println();
                out.println("The state is in " + folder + ". Ask it again: fairway evaluate --saved " + folder);
            }
        }
        out.flush();
    }

    private SavedDomain ask(String url) {
        ServerOptions server = ServerOptions.of(url, tokenFile, domain);
        Api api = server.api(spec());
        Query state = Query.of("domains", server.domain(api), "state");
        return SavedState.of(api.get(recount ? state.with("usage", "rows") : state), url);
    }

    private ParameterException misuse(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
