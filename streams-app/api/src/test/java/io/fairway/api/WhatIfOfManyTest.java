package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import io.fairway.avro.RankForm;
import io.fairway.avro.SlurmPriority;
import io.fairway.engine.PipelineDriver;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.saved.SavedDomain;
import io.fairway.reading.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What if in a domain of 5,000 users with 20,000 waiting jobs: sizes and seconds, and the same order as the server has. */
@Tag("slow")
class WhatIfOfManyTest {
    private static final long HOUR = 3_600_000;
    private static final long NOW = T0 + 6 * HOUR;
    private static final int USERS = 5_000;
    private static final int JOBS = 20_000;

    @Test
    void isAnsweredInSeconds() throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline(), NOW)) {
            String jobs = "/v1/domains/" + DOMAIN + "/jobs/" + DOMAIN + "/";
            JsonNode first = timed("whatif", () -> rig.json(jobs + "7/whatif?nice=-100000"));
            JsonNode again = timed("whatif again", () -> rig.json(jobs + "8/whatif?nodes=1&cpus=1"));
            assertThat(first.get("then").get("place").asInt()).isEqualTo(1);
            assertThat(again.get("then").get("of").asInt()).isEqualTo(JOBS);

            SavedDomain state = timed("state", () -> rig.state(""));
            System.out.println("state: " + state.rows().size() + " rows");
            DomainSnapshot now = timed("open", state::open);
            List<String> order = timed("rank", () -> order(now));
            List<String> ofServer = new ArrayList<>();
            rig.json("/v1/domains/" + DOMAIN + "/jobs?limit=10000")
                    .get("items")
                    .forEach(job -> ofServer.add(job.get("job").asText()));
            assertThat(order.subList(0, ofServer.size())).isEqualTo(ofServer);
            Policy current = now.policies().get(0).current();
            Policy other = Policy.newBuilder(current)
                    .setSlurm(SlurmPriority.newBuilder(current.getSlurm())
                            .setWeightAge(1_000_000L)
                            .build())
                    .build();
            List<String> then = timed(
                    "one weight changed, ranked again", () -> order(WhatIf.changed(now, List.of(other), Map.of())));
            assertThat(then).hasSameSizeAs(order).isNotEqualTo(order);
        }
    }

    private static PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, 6 * HOUR)
                .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                .setRanks(RankForm.PACKED)
                .setEpsilon(1.0)
                .setNodes(100)
                .setProcessors(10_000)
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(100_000L)
                        .setWeightAge(1_000L)
                        .setWeightJobSize(1_000L)
                        .build()));
        for (int user = 0; user < USERS; user++) {
            pipeline.share("a" + user % 100, "u" + user, 1 + user % 7);
        }
        Random random = new Random(5);
        for (int run = 0; run < 2_000; run++) {
            int user = random.nextInt(USERS);
            pipeline.start("r" + run, "a" + user % 100, "u" + user, T0, 1 + random.nextInt(64));
        }
        for (int job = 0; job < JOBS; job++) {
            int user = random.nextInt(USERS);
            pipeline.job(pipeline.event(Integer.toString(job), JobEventType.SUBMITTED, T0 + HOUR + job)
                    .setAccount("a" + user % 100)
                    .setUser("u" + user)
                    .setAttributes(JobAttributes.newBuilder()
                            .setNodes(1 + random.nextInt(8))
                            .setRequestedTres(Map.of("cpu", 1.0 + random.nextInt(512)))
                            .setTimeLimitSeconds(3_600L)
                            .build()));
        }
        return pipeline;
    }

    private interface Question<T> {
        T ask() throws Exception;
    }

    private static <T> T timed(String what, Question<T> question) throws Exception {
        long begin = System.nanoTime();
        T answer = question.ask();
        System.out.println(what + ": " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        return answer;
    }

    private static List<String> order(DomainSnapshot domain) {
        return domain.ranking(domain.policies().get(0)).stream()
                .map(job -> job.key().job())
                .toList();
    }
}
