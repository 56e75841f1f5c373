package io.fairway.app.adjust;

import io.fairway.api.http.AdjustmentWriter;
import io.fairway.api.query.Problem;
import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.app.adjust.KnownAdjustments.Sent;
import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.avro.Adjustment;
import io.fairway.program.TableClient;
import io.fairway.program.TopicLog;
import io.fairway.schemas.Causes;
import io.fairway.schemas.FairwaySerdes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic of adjustments, for a server that writes it. One at a time, so that of two requests with one id the second sees
 * the first. What is there is read from the topic: the stores may not have it yet.
 */
public final class AdjustmentTopic implements AdjustmentWriter, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AdjustmentTopic.class);
    private static final int MAX_WAITING = 16;
    private static final int REQUEST_MILLIS = 4_000;

    /** How long a caller waits. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Clients clients;
    private final ToIntFunction<String> partition;
    private final LongSupplier earliest;
    private final ThreadPoolExecutor thread;

    /**
     * What it reads and writes with.
     *
     * @param topic its name
     * @param pins domains with partitions of their own, as in the configuration
     */
    public record Clients(
            String topic,
            Map<String, Object> consumer,
            Map<String, Object> producer,
            FairwaySerdes serdes,
            String pins) {}

    /**
     * @param partition of a domain
     * @param earliest the earliest instant from which on an adjustment may take effect now, epoch milliseconds
     */
    public AdjustmentTopic(Clients clients, ToIntFunction<String> partition, LongSupplier earliest) {
        this.clients = clients;
        this.partition = partition;
        this.earliest = earliest;
        thread = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), work -> {
            Thread one = new Thread(work, "adjustments");
            one.setDaemon(true);
            return one;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    @Override
    public Outcome write(Adjustment wanted, boolean atStated) {
        check(wanted);
        Future<Outcome> written;
        try {
            written = thread.submit(() -> writeOnce(wanted, atStated));
        } catch (RejectedExecutionException full) {
            throw Problem.unavailable("too many adjustments wait to be written; send it again later");
        }
        try {
            return written.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (Causes.rootOf(failed) instanceof Problem problem) {
                throw problem;
            }
            throw unwritten(wanted, failed);
        } catch (TimeoutException slow) {
            written.cancel(true);
            throw unwritten(wanted, slow);
        } catch (InterruptedException stopped) {
            written.cancel(true);
            Thread.currentThread().interrupt();
            throw unwritten(wanted, stopped);
        }
    }

    private void check(Adjustment wanted) {
        try {
            AdjustmentRecords.checked(wanted);
        } catch (IllegalArgumentException refused) {
            throw Problem.of(400, String.valueOf(refused.getMessage()));
        }
        Instant first = Instant.ofEpochMilli(earliest.getAsLong());
        if (wanted.getEffectiveAt().isBefore(first)) {
            throw Problem.parameter(
                    "at", wanted.getEffectiveAt() + " is before " + first + ": longer ago than the ledger's horizon");
        }
    }

    private Outcome writeOnce(Adjustment wanted, boolean atStated) throws InterruptedException {
        Adjustment there = repeated(read(wanted.getDomain()).values(), wanted, atStated);
        if (there != null) {
            return new Outcome(there, false);
        }
        Map<String, Object> settings = bounded(clients.producer());
        settings.put("linger.ms", 0);
        settings.put("max.block.ms", PATIENCE.toMillis());
        settings.put("delivery.timeout.ms", (int) PATIENCE.toMillis());
        new TableClient<>(clients.topic(), Adjustment.class, settings, clients.serdes(), clients.pins())
                .write(Map.of(AdjustmentRecords.key(wanted), wanted));
        LOG.info(
                "{} made adjustment {} of {}/{} in domain {}",
                wanted.getActor(),
                wanted.getId(),
                wanted.getAccount(),
                wanted.getUser(),
                wanted.getDomain());
        return new Outcome(wanted, true);
    }

    private static Map<String, Object> bounded(Map<String, Object> client) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("request.timeout.ms", REQUEST_MILLIS);
        return settings;
    }

    private Map<String, Known> read(String domain) {
        Map<String, Object> settings = bounded(clients.consumer());
        settings.put("default.api.timeout.ms", (int) PATIENCE.toMillis());
        List<Sent> sent = new ArrayList<>();
        try (Deserializer<Adjustment> adjustments = clients.serdes().deserializer(Adjustment.class)) {
            TopicLog.read(
                    new TopicPartition(clients.topic(), partition.applyAsInt(domain)),
                    settings,
                    new TopicLog.Format<>(new StringDeserializer(), new ByteArrayDeserializer()),
                    null,
                    record -> {
                        Adjustment one = KnownAdjustments.adjustment(adjustments, record);
                        if (one != null && one.getDomain().equals(domain)) {
                            sent.add(new Sent(
                                    one, new Place(record.topic(), record.partition(), record.offset()), false));
                        }
                    });
        }
        return KnownAdjustments.byKey(sent);
    }

    /**
     * The adjustment that is there under an id; null = there is none.
     *
     * @param known the adjustments of the domain
     * @throws Problem 409 if it is another one, or was taken back
     */
    static @Nullable Adjustment repeated(Collection<Known> known, Adjustment wanted, boolean atStated) {
        Adjustment found = null;
        for (Known one : known) {
            Adjustment there = one.first();
            if (!there.getId().equals(wanted.getId())) {
                continue;
            }
            String which = "id: adjustment " + wanted.getId() + " of " + there.getAccount() + "/" + there.getUser();
            if (one.isUndone()) {
                throw Problem.of(
                        409, which + " was undone by " + one.last().getActor() + "; take another id to make it again");
            }
            boolean same = AdjustmentRecords.key(there).equals(AdjustmentRecords.key(wanted))
                    && AdjustmentRecords.isSame(there, wanted, false)
                    && there.getReason().equals(wanted.getReason())
                    && (!atStated || there.getEffectiveAt().equals(wanted.getEffectiveAt()));
            if (!same) {
                throw Problem.of(
                        409,
                        which + " is there already as " + PreviewText.words(there) + " from " + there.getEffectiveAt()
                                + " on, by " + there.getActor() + ": '" + there.getReason() + "'; take another id");
            }
            found = there;
        }
        return found;
    }

    private static Problem unwritten(Adjustment wanted, Exception why) {
        Throwable root = Causes.rootOf(why);
        LOG.warn("adjustment {} of domain {} was not written: {}", wanted.getId(), wanted.getDomain(), root.toString());
        String reason = why instanceof TimeoutException || root.getMessage() == null
                ? "the brokers did not answer within " + PATIENCE.toSeconds() + " s"
                : root.getMessage();
        return Problem.unavailable("adjustment " + wanted.getId() + ": " + reason
                + "; nobody knows whether it was written, so send the same again: its id counts once");
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
