package io.fairway.system.demo;

import java.util.List;
import java.util.OptionalLong;

/** What the demo shows at an instant. */
record DemoState(
        Setup setup,
        Progress progress,
        List<Row> rows,
        List<Start> lastStarts,
        List<Order> orders,
        long dispatches,
        Pipeline pipeline) {
    DemoState {
        rows = List.copyOf(rows);
        lastStarts = List.copyOf(lastStarts);
        orders = List.copyOf(orders);
    }

    /** What stays as it is. */
    record Setup(
            String bootstrapServers,
            String registryUrl,
            String pageUrl,
            String topicPrefix,
            String cluster,
            int processors,
            DemoPolicy policy,
            String policyInWords) {}

    /**
     * How far it is.
     *
     * @param judgedMillis length of the judged span so far; 0 while it warms up
     * @param recentMillis length of the last seconds
     */
    record Progress(long elapsedMillis, long totalMillis, long warmUpMillis, long judgedMillis, long recentMillis) {}

    /**
     * An account, or one of its users.
     *
     * @param user "" = the account
     * @param share of the cluster, 0..1
     * @param delivered of what was delivered in the judged span, 0..1; not a number if nothing was
     * @param recent of what was delivered in the last seconds, 0..1; not a number if nothing was
     * @param score by what it is compared, in the words of the policy; empty where there is nothing
     * @param place where it stands, likewise
     * @param waiting jobs
     * @param processors that its jobs hold now
     */
    record Row(
            String account,
            String user,
            double share,
            double delivered,
            double recent,
            String score,
            String place,
            int waiting,
            int processors) {
        boolean isAccount() {
            return user.isEmpty();
        }
    }

    /** A job that the dispatcher started, {@code millis} after the demo began, when {@code queueLength} jobs waited. */
    record Start(long millis, String job, String account, String user, double priority, int queueLength) {}

    /** The users in the order in which a policy would serve them; {@code decides}: and does. */
    record Order(DemoPolicy policy, boolean decides, List<String> users) {
        Order {
            users = List.copyOf(users);
        }
    }

    /**
     * How the pipeline fares.
     *
     * @param latency from submission to priority record, of the last jobs
     * @param heartbeatAgeMillis since the instant through which the domain is evaluated; empty before the first heartbeat
     */
    record Pipeline(Latency latency, OptionalLong heartbeatAgeMillis, long deadLetters) {}

    /** Processors that are busy. */
    int busy() {
        return rows.stream().filter(Row::isAccount).mapToInt(Row::processors).sum();
    }
}
