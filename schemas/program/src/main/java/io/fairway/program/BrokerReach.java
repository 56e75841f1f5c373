package io.fairway.program;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.errors.TimeoutException;

/** Whether brokers answer: Kafka's clients try for a minute and more, and say nothing meanwhile. */
public final class BrokerReach {
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private BrokerReach() {}

    /**
     * Asks the brokers, and says so if they do not answer within 5 s. What a command does next tries on, or fails in its own words.
     *
     * @param kafka settings of a client, with {@code bootstrap.servers}
     * @throws org.apache.kafka.common.KafkaException if the settings make no client
     */
    public static void tell(Map<String, Object> kafka, PrintWriter err) {
        tell(kafka, PATIENCE, err);
    }

    static void tell(Map<String, Object> kafka, Duration patience, PrintWriter err) {
        if (new AdminClientConfig(kafka).getInt(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG)
                <= patience.toMillis()) {
            return; // The command fails as soon in its own words.
        }
        Admin admin = Admin.create(kafka);
        try {
            admin.describeCluster(new DescribeClusterOptions().timeoutMs((int) patience.toMillis()))
                    .nodes()
                    .get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof TimeoutException) {
                say(String.valueOf(kafka.get("bootstrap.servers")), patience, err);
            }
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    static void say(String address, Duration patience, PrintWriter err) {
        err.println("fairway: no answer from " + address + " within " + patience.toSeconds()
                + " s; trying on. Check the address, and whether it wants TLS or a login");
        err.flush();
    }
}
