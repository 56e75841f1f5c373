package io.fairway.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Queries at a rate that does not depend on the speed of answers. Each is due at an instant of its own and timed from it, so one
 * slow answer does not hide the wait of those behind it.
 */
final class Reads implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern AS_OF = Pattern.compile("\"asOf\":\"([^\"]+)\"");
    private static final int DIGITS = 3;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Thread> clocks = new ArrayList<>();
    private volatile boolean stopped;

    /** The results of one kind of queries: times in microseconds, ages of the answers in milliseconds. */
    static final class Kind {
        final Histogram micros = new ConcurrentHistogram(DIGITS);
        final Histogram ageMillis = new ConcurrentHistogram(DIGITS);
        final AtomicLong refused = new AtomicLong();

        /** The times and ages of both. */
        void add(Kind other) {
            micros.add(other.micros);
            ageMillis.add(other.ageMillis);
            refused.addAndGet(other.refused.get());
        }
    }

    /** Begins to ask at a rate per second; a rate of 0 asks nothing. */
    Kind ask(double rate, Supplier<URI> question) {
        Kind kind = new Kind();
        if (rate > 0) {
            clocks.add(Thread.ofPlatform().daemon().start(() -> {
                double period = TimeUnit.SECONDS.toNanos(1) / rate;
                long began = System.nanoTime();
                for (long n = 0; !stopped; n++) {
                    long due = began + Math.round(n * period);
                    while (System.nanoTime() < due && !stopped) {
                        LockSupport.parkNanos(due - System.nanoTime());
                    }
                    URI uri = question.get();
                    var unused = workers.submit(() -> ask(kind, uri, due));
                }
            }));
        }
        return kind;
    }

    private void ask(Kind kind, URI uri, long due) {
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
            long nanos = System.nanoTime() - due;
            Matcher asOf = AS_OF.matcher(answer.body());
            if (answer.statusCode() != 200 || !asOf.find()) {
                kind.refused.incrementAndGet();
                return;
            }
            kind.micros.recordValue(nanos / 1_000);
            kind.ageMillis.recordValue(Math.max(
                    0, System.currentTimeMillis() - Instant.parse(asOf.group(1)).toEpochMilli()));
        } catch (IOException e) {
            kind.refused.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops asking, and waits for the pending answers. */
    @Override
    public void close() {
        stopped = true;
        clocks.forEach(LockSupport::unpark);
        try {
            for (Thread clock : clocks) {
                clock.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        workers.close();
        client.close();
    }
}
