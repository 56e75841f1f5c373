package io.fairway.trial.demo;

import java.util.List;
import java.util.OptionalLong;

/** The state of the demo at an instant. */
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

    /** The constant part. */
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
     * The progress of the demo.
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
     * @param delivered its part of the delivered time in the judged span, 0..1; not a number if nothing was delivered
     * @param recent its part of the delivered time in the last seconds, 0..1; not a number if nothing was delivered
     * @param score the number by which the policy compares it; empty = none
     * @param place its place, or its difference from the target; empty = none
     * @param waiting its waiting jobs
     * @param processors the processors of its running jobs
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

    /** A job that the dispatcher started {@code millis} after the begin of the demo, while {@code queueLength} jobs waited. */
    record Start(long millis, String job, String account, String user, double priority, int queueLength) {}

    /** The users in the order of a policy; {@code decides} = the demo serves them in this order. */
    record Order(DemoPolicy policy, boolean decides, List<String> users) {
        Order {
            users = List.copyOf(users);
        }
    }

    /**
     * The state of the pipeline.
     *
     * @param latency from submission to priority record, for the last jobs
     * @param heartbeatAgeMillis time since the instant of the last evaluation; empty before the first heartbeat
     */
    record Pipeline(Latency latency, OptionalLong heartbeatAgeMillis, long deadLetters) {}

    /** Number of busy processors. */
    int busy() {
        return rows.stream().filter(Row::isAccount).mapToInt(Row::processors).sum();
    }
}
