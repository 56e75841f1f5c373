package io.fairway.trial.demo;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.app.runtime.HttpApi;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.dispatcher.Dispatcher;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * All parts of Fairway: broker, tables and application in this process, the registry in its own. Or tables alone, where the
 * others run elsewhere.
 */
final class DemoServices implements AutoCloseable {
    static final String CLUSTER = "alps";

    private static final int USUAL_HTTP_PORT = 8090;

    /** One domain needs one partition; a few more are closer to a real installation. */
    private static final int PARTITIONS = 4;

    private static final long LOOK_NANOS = 20_000_000;

    private final DemoServers servers;
    private final Publisher publisher;
    private final @Nullable Workbench bench;
    private final @Nullable FairwayApp app;
    private final @Nullable HttpApi api;

    private DemoServices(
            DemoServers servers,
            Publisher publisher,
            @Nullable Workbench bench,
            @Nullable FairwayApp app,
            @Nullable HttpApi api) {
        this.servers = servers;
        this.publisher = publisher;
        this.bench = bench;
        this.app = app;
        this.api = api;
    }

    /** Starts what does not run elsewhere, and returns when its application runs. */
    static DemoServices start(DemoPlan plan, Workload workload, int processors, Workbench.Opener opener) {
        DemoServers running = plan.servers();
        if (running == null) {
            return startAll(plan, workload, processors, opener);
        }
        Publisher publisher = new Publisher(dispatcherConfig(running, "simulated-cluster"));
        try {
            sendTables(publisher, plan, workload, processors);
            return new DemoServices(running, publisher, null, null, null);
        } catch (RuntimeException e) {
            publisher.close();
            throw e;
        }
    }

    private static DemoServices startAll(DemoPlan plan, Workload workload, int processors, Workbench.Opener opener) {
        Workbench bench = opener.open(PARTITIONS, plan.port(), plan.registryPort());
        try {
            Publisher publisher = new Publisher(dispatcherConfig(DemoServers.of(bench), "simulated-cluster"));
            try {
                sendTables(publisher, plan, workload, processors);
                return start(bench, publisher, appConfig(bench, httpPort(plan)));
            } catch (RuntimeException e) {
                publisher.close();
                throw e;
            }
        } catch (RuntimeException e) {
            bench.close();
            throw e;
        }
    }

    private static DemoServices start(Workbench bench, Publisher publisher, FairwayConfig config) {
        FairwayApp app = FairwayApp.start(config);
        try {
            HttpApi api = Objects.requireNonNull(
                    HttpApi.start(config, app, () -> app.metrics().scrape()));
            DemoServices services = new DemoServices(DemoServers.of(bench), publisher, bench, app, api);
            services.awaitRunning(app);
            return services;
        } catch (RuntimeException e) {
            app.close();
            throw e;
        }
    }

    /** The requested port, the default port, or a free one. */
    private static int httpPort(DemoPlan plan) {
        if (plan.httpPort() != 0) {
            return plan.httpPort();
        }
        int usual = free(USUAL_HTTP_PORT);
        return usual != 0 ? usual : free(0);
    }

    /** The port, or any free port for 0; 0 if the port is taken. */
    private static int free(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            return 0;
        }
    }

    /** The address of the page and the API, as far as it is known. */
    String url() {
        return api == null ? "of the application that runs" : "http://127.0.0.1:" + api.port() + "/";
    }

    private static void sendTables(Publisher publisher, DemoPlan plan, Workload workload, int processors) {
        Instant from = Instant.ofEpochMilli(now());
        for (Policy policy : plan.policies(CLUSTER, workload, processors).all(plan.policy(), from)) {
            publisher.send(Topic.POLICIES, Keys.policy(CLUSTER, policy.getName(), from.toEpochMilli()), policy);
        }
        for (ShareNode node : Tables.shares(CLUSTER, workload)) {
            publisher.send(Topic.SHARES, Keys.node(CLUSTER, node.getTree(), node.getAccount(), node.getUser()), node);
        }
        publisher.flush();
    }

    private static FairwayConfig appConfig(Workbench bench, int httpPort) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.APPLICATION_ID, "fairway-demo");
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.STATE_DIR, bench.directory().resolve("state").toString());
        settings.put(FairwayConfig.EVALUATION_INTERVAL, "100");
        settings.put(FairwayConfig.EVALUATION_IDLE_INTERVAL, "500");
        settings.put(FairwayConfig.HEARTBEAT_INTERVAL, "500");
        settings.put(FairwayConfig.HTTP_LISTEN, "127.0.0.1:" + httpPort);
        // There is no failover, and the machine may be busy: a transaction may take long.
        settings.put("kafka.producer.transaction.timeout.ms", "30000");
        return new FairwayConfig(settings);
    }

    private static DispatcherConfig dispatcherConfig(DemoServers servers, String name) {
        Map<String, String> settings = new HashMap<>(servers.addresses());
        settings.put(DispatcherConfig.NAME, name);
        settings.put(DispatcherConfig.DOMAIN, CLUSTER);
        settings.put(DispatcherConfig.CYCLE, "50");
        // There is no other dispatcher, and the machine may be busy.
        settings.put(DispatcherConfig.LEAD_SESSION, "30000");
        return new DispatcherConfig(settings);
    }

    private void awaitRunning(FairwayApp app) {
        while (app.state() != KafkaStreams.State.RUNNING) {
            requireAlive();
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.interrupted()) {
                app.close();
                throw new InterruptException("interrupted while the application started");
            }
        }
    }

    /**
     * Checks that its application runs.
     *
     * @throws IllegalStateException if it failed, with the cause
     */
    void requireAlive() {
        if (app == null) {
            return;
        }
        KafkaStreams.State state = app.state();
        if (state != KafkaStreams.State.ERROR
                && state != KafkaStreams.State.PENDING_ERROR
                && state != KafkaStreams.State.NOT_RUNNING) {
            return;
        }
        try {
            app.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the application failed", e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        throw new IllegalStateException("the application was stopped");
    }

    /** The reference dispatcher for a cluster, not started yet. */
    Dispatcher dispatcher(Cluster cluster) {
        return new Dispatcher(dispatcherConfig(servers, "fairway-demo"), cluster, DemoServices::now);
    }

    /** A reader of the output topics of all policies, not started yet. It times the deciding policy. */
    Observer observer(DemoPolicy deciding) {
        return new Observer(servers.consumer(), servers.topics(), servers.serdes(), deciding, DemoServices::now);
    }

    /** The receiver of the cluster's events. */
    Publisher publisher() {
        return publisher;
    }

    DemoServers servers() {
        return servers;
    }

    /** The wall clock of the whole demo, epoch milliseconds. */
    static long now() {
        return System.currentTimeMillis();
    }

    @Override
    public void close() {
        try (bench;
                publisher;
                app;
                api) {
            // They close in reverse order: the application first.
        }
    }
}
