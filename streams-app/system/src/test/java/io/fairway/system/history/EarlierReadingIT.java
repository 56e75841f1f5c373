package io.fairway.system.history;

import static io.fairway.system.history.LostOffsetsIT.DOMAIN;
import static io.fairway.system.history.LostOffsetsIT.UNDECAYED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.SlurmPriority;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site that was charged by what an earlier build read: what {@code fairway audit} tells it, how the table of docs/backfill.md
 * mends it, and that a rebuild from the same topics has the mended usage. The earlier build's events are made by hand, after its code.
 */
@Order(2)
class EarlierReadingIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** All runs begin then: within what the application remembers, and the same for all that the class tells. */
    @SuppressWarnings("TimeInStaticInitializer")
    private static final Instant START =
            Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(4));

    private static final String PBS = "user=%s group=physics queue=workq ctime=%d start=%d ";

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private HistoryRig rig;

    @SuppressWarnings("NullAway.Init")
    private AppHere app;

    private String brokers = "";
    private int port;

    @Test
    void isToldMendedAndRebuilt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                HistoryRig history =
                        new HistoryRig(directory, broker.bootstrapServers(), SharedRegistry.url(), 2, (short) 1)) {
            rig = history;
            brokers = broker.bootstrapServers();
            rig.send(List.of(policy(), GeneratedHistory.node(DOMAIN, "physics", "")));
            for (String user : List.of("anna", "ben", "carla", "dora", "emil", "fred")) {
                rig.send(List.of(GeneratedHistory.node(DOMAIN, "physics", user)));
            }
            app = serve("first", rig.application());

            asEarlierBuildsRead();
            usage(Map.of("anna", 30.0, "ben", 14_400.0, "carla", 28_800.0 + 4 * 3601, "dora", 0.0, "fred", 0.0));
            sizes(Map.of("21", 1.0, "4.h", 0.0));

            assertThat(run("audit", "-s", "state.dir=" + directory.resolve("audit")))
                    .startsWith("1:")
                    .contains("2  runs that were resized, of which an older version took the first size at most")
                    .contains("such as alps/alps/38, run from " + START.plusSeconds(10))
                    .contains("1  records of whole arrays of PBS that an older version took for runs")
                    .contains("such as alps/alps/17[].head1");

            mend();
            Map<String, Double> mended =
                    Map.of("anna", 50.0, "ben", 21_600.0, "carla", 28_800.0, "dora", 0.0, "fred", 50.0);
            usage(mended);
            sizes(Map.of("21", 0.625));

            app.close();
            app = serve("second", "fairway-rebuilt");
            usage(mended);
            sizes(Map.of("21", 0.625));
        }
    }

    /**
     * Anna: 3 CPUs for 10 s, and 1 for 20 s. Fred: the same without a message of the start. Ben: 8 for half an hour, and 4 for
     * another. Carla: two tasks of 4 for an hour. Dora: a job that never started. Emil: one that waits, with Slurm's guess of nodes.
     */
    private void asEarlierBuildsRead() throws IOException {
        Instant resized = START.plusSeconds(10);
        told("38", "jobcomp.kafka", "anna", START, START, 3, null);
        told("38", "jobcomp.kafka", "anna", resized, resized, 3, JobEventType.REQUEUED);
        told("38", "jobcomp.kafka", "anna", resized, START.plusSeconds(30), 1, JobEventType.FINISHED);
        told("39", "jobcomp.kafka", "fred", resized, resized, 3, JobEventType.REQUEUED);
        told("39", "jobcomp.kafka", "fred", resized, START.plusSeconds(30), 1, JobEventType.FINISHED);
        run("backfill", write("ben-e.log", phases().subList(2, 3)), "--cluster", DOMAIN);
        run("backfill", write("carla.log", tasks()), "--cluster", DOMAIN);
        told("17[].head1", "pbs", "carla", START, START.plusSeconds(3601), 4, JobEventType.FINISHED);
        told("4.h", "pbs", "dora", Instant.EPOCH, START.plusSeconds(3600), 4, JobEventType.FINISHED);
        JobAttributes guess = JobAttributes.newBuilder()
                .setNodes(4)
                .setRequestedTres(Map.of("cpu", 16.0))
                .build();
        send(event("21", "collect slurm", "emil", JobEventType.SUBMITTED, START)
                .setSourceRank(5)
                .setAttributes(guess)
                .build());
    }

    /** The steps of the table. */
    private void mend() throws IOException {
        charge("anna", 1 * 20, 10, 30);
        charge("fred", 3 * 10, 0, 10);
        charge("fred", 1 * 20, 10, 30);
        assertThat(run("backfill", write("ben.log", phases()), "--cluster", DOMAIN))
                .startsWith("0:");
        assertThat(run("adjust", "refund", "--job", "17[].head1", "--reason", "record of a whole array"))
                .startsWith("0:")
                .contains("was charged 4.00 h");
        // What a live source sends of this record today.
        TraceOptions live = TraceOptions.ofCluster(DOMAIN).withScope(TraceOptions.Scope.LIVE);
        TraceJob never = ((ParsedLine.Job) TraceFormat.PBS
                        .parser(live)
                        .parse("01/10/2026 10:00:00;E;4.h;" + PBS.formatted("dora", START.getEpochSecond(), 0)
                                + "exec_host=n1/0*4 end="
                                + START.plusSeconds(3600).getEpochSecond()))
                .job();
        for (int i = 0; i < never.events(); i++) {
            send(never.event(i));
        }
        // As Slurm 24.11.5 has its job 21: sprio says 312 of 500, on 4 nodes and 16 CPUs.
        Path squeue = Files.writeString(directory.resolve("squeue"), """
            #!/bin/sh
            echo '{"jobs":[{"job_id":21,"cluster":"%s","job_state":["PENDING"],"state_reason":"Priority",\
            "submit_time":%d,"node_count":{"set":true,"infinite":false,"number":4},\
            "cpus":{"set":true,"infinite":false,"number":16},"tres_req_str":"cpu=16,mem=4000M,node=1,billing=17",\
            "account":"physics","user_name":"emil"}],"errors":[]}'
            """.formatted(DOMAIN, START.getEpochSecond()));
        Files.setPosixFilePermissions(squeue, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(run("collect", "slurm", "--once", "-p", "squeue.command=" + squeue, "-p", "accounting=false"))
                .startsWith("0:");
    }

    private static List<String> phases() {
        long start = START.getEpochSecond();
        String head = ";11.h;" + PBS.formatted("ben", start, start);
        String eight = "exec_host=n1/0*4+n2/0*4 exec_vnode=(n1:ncpus=4)+(n2:ncpus=4)";
        String four = "exec_host=n1/0*4 exec_vnode=(n1:ncpus=4)";
        return List.of(
                "01/10/2026 09:30:00;u" + head + eight + " end=" + (start + 1800),
                "01/10/2026 09:30:00;c" + head + four,
                "01/10/2026 10:00:00;E" + head + four + " end=" + (start + 3600));
    }

    private static List<String> tasks() {
        long start = START.getEpochSecond();
        String rest =
                PBS.formatted("carla", start, start) + "exec_host=n1/0*4 Resource_List.ncpus=4 end=" + (start + 3600);
        return List.of("01/10/2026 10:00:00;E;17[1].head1;" + rest, "01/10/2026 10:00:00;E;17[2].head1;" + rest);
    }

    private void charge(String user, double tresSeconds, long from, long to) {
        assertThat(run(
                        "adjust",
                        "charge",
                        "physics",
                        user,
                        Double.toString(tresSeconds / 3600),
                        "--used-from",
                        START.plusSeconds(from).toString(),
                        "--used-to",
                        START.plusSeconds(to).toString(),
                        "--reason",
                        "resized job"))
                .startsWith("0:");
    }

    /** Submission, start and end of a run; an end of null is none yet. */
    private void told(
            String job,
            String source,
            String user,
            Instant run,
            Instant end,
            double cpus,
            @Nullable JobEventType last) {
        send(event(job, source, user, JobEventType.SUBMITTED, START).build());
        send(event(job, source, user, JobEventType.STARTED, run)
                .setRun(run)
                .setSequence(1)
                .setAllocatedTres(Map.of("cpu", cpus))
                .build());
        if (last != null) {
            send(event(job, source, user, last, end).setRun(run).setSequence(2).build());
        }
    }

    private static JobEvent.Builder event(String job, String source, String user, JobEventType type, Instant time) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setSource(source)
                .setSourceRank(10)
                .setType(type)
                .setTime(time)
                .setAccount("physics")
                .setUser(user);
    }

    private void send(JobEvent event) {
        rig.send(List.of(
                new GeneratedHistory.Produced(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, event.getJob()), event)));
    }

    private static GeneratedHistory.Produced policy() {
        Policy policy = Policy.newBuilder()
                .setDomain(DOMAIN)
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setNodes(4)
                .setProcessors(16)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(UNDECAYED)
                        .build())
                .setSlurm(SlurmPriority.newBuilder().setWeightJobSize(500L).build())
                .build();
        return new GeneratedHistory.Produced(Topic.POLICIES, Keys.policy(DOMAIN, "main", 0), policy);
    }

    private AppHere serve(String instance, String application) {
        port = FreePorts.take(1).getFirst();
        return rig.startHere(
                instance,
                Map.of(
                        "mode",
                        "live",
                        "application.id",
                        application,
                        "evaluation.interval.ms",
                        "200",
                        "http.listen",
                        "127.0.0.1:" + port));
    }

    private String run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        switch (words[0]) {
            case "audit" ->
                all.addAll(List.of(
                        "-s", "bootstrap.servers=" + brokers, "-s", "schema.registry.url=" + SharedRegistry.url()));
            case "collect" -> all.addAll(List.of("-b", brokers, "-r", SharedRegistry.url()));
            case "backfill" ->
                all.addAll(List.of("-b", brokers, "-r", SharedRegistry.url(), "--application", rig.application()));
            default ->
                all.addAll(List.of(
                        "-b",
                        brokers,
                        "-r",
                        SharedRegistry.url(),
                        "--application-id",
                        rig.application(),
                        "--server=http://127.0.0.1:" + port));
        }
        StringWriter printed = new StringWriter();
        int code = FairwayMain.commandLine(all.getFirst())
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(printed))
                .execute(all.toArray(String[]::new));
        System.out.println("fairway " + String.join(" ", words) + "\n" + printed);
        return code + ":" + printed;
    }

    private String write(String name, List<String> lines) throws IOException {
        return Files.write(directory.resolve(name), lines).toString();
    }

    private void usage(Map<String, Double> expected) {
        until("usage").untilAsserted(() -> {
            app.requireAlive();
            for (Map.Entry<String, Double> user : expected.entrySet()) {
                JsonNode answer = get("usage?by=association&user=" + user.getKey());
                assertThat(answer.path("total").asDouble(Double.NaN))
                        .as("%s", answer)
                        .isCloseTo(user.getValue(), within(1e-6));
            }
        });
    }

    /** Jobs that wait, and their size as a part of the cluster. */
    private void sizes(Map<String, Double> expected) {
        until("the jobs that wait").untilAsserted(() -> {
            Map<String, Double> sizes = new HashMap<>();
            for (JsonNode item : get("jobs").path("items")) {
                item.path("terms").forEach(term -> {
                    if (term.path("name").asText().equals("jobsize")) {
                        sizes.put(item.path("job").asText(), term.path("value").asDouble());
                    }
                });
            }
            assertThat(sizes).isEqualTo(expected);
        });
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/v1/domains/" + DOMAIN + "/" + path))
                .build();
        return JSON.readTree(
                HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static ConditionFactory until(String what) {
        return Awaitility.await(what)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptionsInstanceOf(IOException.class);
    }
}
