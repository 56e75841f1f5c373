package io.fairway.bench.section;

import io.fairway.bench.bed.BenchTree;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Asks in turns for the state of a domain and for a job with another request, one question after the other. */
final class WhatIfQuestions implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int DIGITS = 3;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String server;
    private final int jobs;
    private final Random random = new Random(36);
    private final Histogram state = new ConcurrentHistogram(DIGITS);
    private final Histogram whatIf = new ConcurrentHistogram(DIGITS);
    private final Thread asker;
    private volatile boolean stopped;
    private volatile long bytes;
    private final AtomicLong failed = new AtomicLong();
    private volatile String failure = "";

    private WhatIfQuestions(String server, int jobs) {
        this.server = server;
        this.jobs = jobs;
        asker = Thread.ofPlatform().daemon().name("bench-questions").unstarted(this::askOn);
    }

    /** @param jobs how many of {@code p0}, {@code p1} ... wait */
    static WhatIfQuestions ask(String server, int jobs) {
        WhatIfQuestions questions = new WhatIfQuestions(server, jobs);
        questions.asker.start();
        return questions;
    }

    /** Times of answers, milliseconds. */
    record Times(long count, double median, double longest) {
        private static Times of(Histogram micros) {
            return new Times(micros.getTotalCount(), micros.getValueAtPercentile(50) / 1e3, micros.getMaxValue() / 1e3);
        }
    }

    Times state() {
        return Times.of(state);
    }

    Times whatIf() {
        return Times.of(whatIf);
    }

    /** The size of the last state, as it was sent. */
    long bytes() {
        return bytes;
    }

    long failed() {
        return failed.get();
    }

    /** The last answer that was none; empty = all were. */
    String failure() {
        return failure;
    }

    private void askOn() {
        String domain = server + "/v1/domains/" + BenchTree.DOMAIN;
        while (!stopped) {
            long size = ask(domain + "/state", state);
            bytes = size > 0 ? size : bytes;
            for (int i = 0; i < 5 && !stopped; i++) {
                String job = "p" + random.nextInt(jobs);
                ask(domain + "/jobs/" + BenchTree.DOMAIN + "/" + job + "/whatif?timeLimitSeconds=60&cpus=1", whatIf);
            }
        }
    }

    /** Asks, and returns the bytes of the answer; 0 = it failed. */
    private long ask(String address, Histogram times) {
        long begun = System.nanoTime();
        try {
            HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(URI.create(address))
                            .header("Accept-Encoding", "gzip")
                            .timeout(PATIENCE)
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() == 200) {
                times.recordValue((System.nanoTime() - begun) / 1_000);
                return answer.body().length;
            }
            failure = address + ": " + new String(answer.body(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            if (stopped) {
                return 0;
            }
            failure = address + ": " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
            return 0;
        }
        failed.incrementAndGet();
        return 0;
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        asker.join();
    }
}
