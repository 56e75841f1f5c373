package io.fairway.client.http;

import java.util.List;
import picocli.CommandLine.Option;

/** The jobs to show. */
public final class JobScopeOptions {
    @Option(
            names = {"-A", "--account"},
            paramLabel = "NAME,...",
            split = ",",
            description = "Jobs of these accounts and all below them.")
    private List<String> accounts = List.of();

    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME,...",
            split = ",",
            description = "Jobs of these users.")
    private List<String> users = List.of();

    @Option(
            names = {"-p", "--queue", "--partition"},
            paramLabel = "NAME,...",
            split = ",",
            description = "Jobs of these queues or partitions.")
    private List<String> queues = List.of();

    @Option(
            names = {"-q", "--qos"},
            paramLabel = "NAME,...",
            split = ",",
            description = "Jobs of these QOS.")
    private List<String> qos = List.of();

    /** The question, limited to these jobs. */
    public Query in(Query query) {
        return query.withEach("account", accounts)
                .withEach("user", users)
                .withEach("queue", queues)
                .withEach("qos", qos);
    }

    /** Says which jobs they are: {@code of user anna in queue gpu}, with a space before it; empty for all. */
    public String words() {
        return ScopeOptions.words(accounts, users)
                + (queues.isEmpty() ? "" : " in queue " + String.join(", ", queues))
                + (qos.isEmpty() ? "" : " of QOS " + String.join(", ", qos));
    }
}
