package io.fairway.engine.task;

import io.fairway.core.model.JobKey;
import io.fairway.core.time.BrokerTime;
import io.fairway.engine.Budget;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineContext;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.LogContext;
import io.fairway.engine.Origin;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ReadingTime;
import io.fairway.engine.domain.DomainEngine;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.schemas.Keys;
import io.fairway.stores.CommitListeners;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The one hop: takes every input of the domains on its partition and sends every result.
 *
 * <p>{@link #init} throws away all fields and builds them anew from the stores, because Streams calls it again on the
 * same object when it resumes a task.
 */
public final class DomainProcessor implements Processor<byte[], byte[], Object, Object> {
    private static final Logger LOG = LoggerFactory.getLogger(DomainProcessor.class);
    private static final Duration WALL_CLOCK_PERIOD = Duration.ofMillis(100);

    private final EngineContext engine;
    private final EngineSettings settings;
    private final DomainClock clock;
    private final ProcessorWatch watch;
    private final CommitListeners commitListeners;
    private @Nullable Task task;

    /**
     * A processor without a task.
     *
     * @param commitListeners of the topology
     */
    public DomainProcessor(EngineContext engine, CommitListeners commitListeners) {
        this.engine = engine;
        settings = engine.settings();
        clock = settings.clock();
        watch = engine.watch();
        this.commitListeners = commitListeners;
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        close();
        Task started = new Task(context);
        task = started;
        started.restore();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = task;
        if (running == null) {
            throw new IllegalStateException("process before init");
        }
        running.process(record);
    }

    @Override
    public void close() {
        Task running = task;
        if (running != null) {
            task = null;
            running.stopClock();
            running.registration.cut();
            running.decoder.close();
            running.engines.values().forEach(engine -> engine.evaluation().close());
        }
    }

    /** Everything that belongs to one start of the task. */
    private final class Task {
        private final ProcessorContext<Object, Object> context;
        private final StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores;
        private final WriteBehind written;
        private final CommitListeners.Registration registration;
        private final CommitRequests pace;
        private final ForwardingSink forwardingSink;
        private final TimeProblems timeProblems = new TimeProblems(engine.brokerTime(), watch, settings.skewMillis());
        private final Admission admission;
        private final InboundDecoder decoder = new InboundDecoder(engine.topics(), engine.serdes());
        private final Map<String, DomainEngine> engines = new HashMap<>();
        private final Map<String, Long> offsets = new TreeMap<>();
        /** The names of partitions in {@link #offsets}, by topic: a task has one partition of each. */
        private final Map<String, String> partitionNames = new HashMap<>();

        private final SettledSweep sweep;
        private final AppendTimes appendTimes;
        private final AppliedOffsets appliedOffsets;
        private final KeptBasis basis;
        private final ArrayDeque<DomainEngine> inTurn = new ArrayDeque<>();
        private final TimeSlices timeSlices = new TimeSlices(engine.nanos());
        private final InputFirst inputFirst = new InputFirst(timeSlices.now());
        private final BacklogMode backlogMode = new BacklogMode();
        private @Nullable Cancellable wallClock;
        private final Map<String, Long> counts =
                new TreeMap<>(Map.of("undecodable", 0L, "misrouted", 0L, "reread", 0L));

        Task(ProcessorContext<Object, Object> context) {
            this.context = context;
            stores = StateStores.open(context);
            written = new WriteBehind(stores);
            registration = commitListeners.register(context, written::ring);
            written.asksBy(registration::arm);
            pace = new CommitRequests(context);
            forwardingSink = new ForwardingSink(context, watch, pace);
            sweep = new SettledSweep(
                    stores.get(Stores.SETTLED_JOBS),
                    stores.get(Stores.DEFERRED),
                    this::forgotten,
                    settings,
                    written::flush);
            appendTimes = new AppendTimes(written.marks(), engine.topics(), settings);
            admission = new Admission(engine.topics(), settings, appendTimes, timeProblems);
            appliedOffsets = AppliedOffsets.in(written.marks(), engine.topicIds(), AppliedOffsets.areKept(context));
            basis = new KeptBasis(stores.get(Stores.BASIS), engine.usageSettings(), engine.serdes());
        }

        void restore() {
            basis.restore();
            for (ReadOnlyKeyValueStore<String, byte[]> store : stores.byDomain()) {
                StateStores.forEach(store, (key, bytes) -> engine(Keys.domainOf(key)));
            }
            // Only now: events that wait come in before the first turn, so that their results go out with it.
            wallClock = context.schedule(WALL_CLOCK_PERIOD, PunctuationType.WALL_CLOCK_TIME, this::onWallClock);
        }

        void stopClock() {
            if (wallClock != null) {
                wallClock.cancel();
            }
        }

        void process(Record<byte[], byte[]> record) {
            RecordMetadata from = context.recordMetadata().orElseThrow();
            if (appliedOffsets.isApplied(from, record.timestamp())) {
                watch.reread();
                counts.merge("reread", 1L, Long::sum);
                passed(from);
                return;
            }
            inputFirst.tookRecord();
            try {
                Inbound inbound = decoder.decode(from.topic(), record.key(), record.value());
                try {
                    take(inbound, record, from);
                } catch (RuntimeException e) {
                    LogContext.set(LogContext.DOMAIN, inbound.domain());
                    LogContext.set(LogContext.JOB, jobOf(inbound));
                    throw e;
                }
            } catch (InboundDecoder.Refused refused) {
                counts.merge("undecodable", 1L, Long::sum);
                forwardingSink.deadLetter(record, from, refused.kind(), String.valueOf(refused.getMessage()));
            }
            appliedOffsets.applied(from, record.timestamp());
            passed(from);
            basis.keep();
        }

        private void passed(RecordMetadata from) {
            String name = partitionNames.computeIfAbsent(from.topic(), topic -> topic + "-" + from.partition());
            offsets.put(name, appliedOffsets.next(from));
        }

        private static @Nullable String jobOf(Inbound inbound) {
            return inbound instanceof Inbound.Job job ? job.key().job() : null;
        }

        private void take(Inbound inbound, Record<byte[], byte[]> record, RecordMetadata from) {
            Admission.Refusal refusal = admission.ofTopic(inbound, from.topic(), record.timestamp());
            int belongs = engine.partitions().partition(inbound.domain(), engine.partitionCount());
            if (refusal == null && belongs != from.partition()) {
                if (forwardingSink.misrouted(inbound, record, from, belongs + " of " + engine.partitionCount())) {
                    counts.merge("misrouted", 1L, Long::sum);
                }
                return;
            }
            if (refusal == null) {
                refusal = admission.ofTime(
                        inbound,
                        origin(from),
                        record.timestamp(),
                        new TimeProblems.Moment(context.currentSystemTimeMs(), timeSlices.now()));
                if (inbound instanceof Inbound.Job && !ReadingTime.isWriters(record.timestamp())) {
                    backlogMode.took(record.timestamp());
                    engine.brokerTime().read(from.partition(), record.timestamp());
                }
            }
            if (refusal != null) {
                refuse(refusal, inbound, record, from);
                return;
            }
            if (!engines.containsKey(inbound.domain()) && engines.size() >= settings.mostDomains()) {
                forwardingSink.deadLetter(
                        record,
                        from,
                        "refused",
                        "domain " + inbound.domain() + ": is new, and this partition has " + engines.size()
                                + " domains already, the most that domains.max allows");
                return;
            }
            DomainEngine engine = engine(inbound.domain());
            engine.advanceTo(
                    clock.byWallClock(bounded(context.currentSystemTimeMs())), clock.ofRecord(timeSlices::slice));
            String late = clock.keepsHorizon() && inbound instanceof Inbound.Job job
                    ? engine.late(job, appendTimes.latest())
                    : null;
            if (late != null) {
                refuse(new Admission.Refusal(Admission.TIME, late), inbound, record, from);
                return;
            }
            String problem = engine.accept(inbound, origin(from), clock.ofRecord(timeSlices::slice));
            if (problem != null) {
                engine.counters().deadLetters++;
                try (LogContext context = LogContext.of(inbound.domain(), jobOf(inbound))) {
                    // Log at WARN: an operator should see a refused policy. Refused events are too many for that.
                    LOG.atLevel(inbound instanceof Inbound.PolicyVersion ? Level.WARN : Level.DEBUG)
                            .log("refused: {}", problem);
                }
                forwardingSink.deadLetter(record, from, "refused", problem);
            }
        }

        /** How far the clocks of domains may go by that of the machine. */
        private long bounded(long now) {
            return engine.brokerTime().bounded(context.taskId().partition(), now);
        }

        private void refuse(
                Admission.Refusal refusal, Inbound inbound, Record<byte[], byte[]> record, RecordMetadata from) {
            timeProblems.refused(refusal, origin(from), timeSlices.now());
            forwardingSink.deadLetter(record, from, refusal.kind(), refusal.reason());
            DomainEngine engine = engines.get(inbound.domain());
            if (engine != null) { // A refused record does not make its domain known.
                engine.counters().deadLetters++;
            }
        }

        void onWallClock(long now) {
            if (backlogMode.mayWait(now)) {
                return;
            }
            long begun = timeSlices.now();
            if (!clock.spreadsWork() || inputFirst.isOver(begun)) {
                backlogMode.turned(now, work(now, begun));
            } else {
                sendDuePriorities();
            }
            basis.keep();
            pace.turned(now, written.isCommitAwaited());
        }

        /** A job that changed does not wait until a large tree may be evaluated again. */
        private void sendDuePriorities() {
            Budget whole = timeSlices.whole();
            for (DomainEngine engine : inTurn) {
                if (whole.isSpent()) {
                    return;
                }
                engine.sendDuePriorities(timeSlices.slice());
            }
        }

        /** Returns whether nothing is left to do. */
        private boolean work(long now, long begun) {
            Budget whole = timeSlices.whole();
            boolean done = true;
            long time = bounded(now);
            if (time == BrokerTime.UNTOLD) {
                appendTimes.askTime();
            }
            List<String> problems = new ArrayList<>(engine.topics().missingInWords());
            problems.addAll(timeProblems.inWords(context.taskId().partition(), now, begun));
            // Those that have no turn now are the first ones next time.
            int left = inTurn.size();
            for (; left > 0 && !whole.isSpent(); left--) {
                DomainEngine engine = inTurn.remove();
                inTurn.add(engine);
                engine.state().ofTask(problems);
                done &= engine.work(now, time, offsets, counts, timeSlices::slice);
            }
            // A measure that is being charged anew still needs the jobs that ended.
            if (!isRecharging()) {
                sweep.run(appendTimes.latest());
            }
            inputFirst.begin(begun, timeSlices.now());
            return done && left == 0;
        }

        /** What is noted of a job beside its state goes with it. */
        private void forgotten(String job) {
            DomainEngine engine = engines.get(Keys.domainOf(job));
            JobKey key = JobBook.parse(job);
            if (engine != null && engine.state().sources().isLapsed(key)) {
                stores.get(Stores.SOURCES).delete(job);
                engine.state().sources().forget(key);
            }
        }

        private boolean isRecharging() {
            for (DomainEngine engine : inTurn) {
                if (!engine.state().recalculations().isEmpty()) {
                    return true;
                }
            }
            return false;
        }

        private static Origin origin(RecordMetadata from) {
            return new Origin(from.topic(), from.partition(), from.offset());
        }

        private DomainEngine engine(String domain) {
            DomainEngine engine = engines.get(domain);
            if (engine == null) {
                engine = new DomainEngine(domain, settings, written, forwardingSink, watch);
                engines.put(domain, engine);
                inTurn.add(engine);
                engine.restore();
                try (LogContext context = LogContext.of(domain, null)) {
                    LOG.info(
                            "domain taken up: {} jobs, {} policies in force",
                            engine.state().jobs().active().size(),
                            engine.state().policies().inForce().size());
                }
            }
            return engine;
        }
    }
}
