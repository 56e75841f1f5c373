package io.fairway.engine;

import io.fairway.core.model.JobEventType;
import io.fairway.schemas.Topic;

/**
 * What the processors tell of themselves while they work, for metrics. Called by several stream threads at once, for every
 * record: implementations count, and do nothing that takes time.
 *
 * <p>What is told is not taken back when a transaction is aborted: records that are read again are counted again.
 */
public interface ProcessorWatch {
    /** For whom nobody watches. */
    ProcessorWatch NONE = new ProcessorWatch() {
        @Override
        public void event(JobEventType type) {}

        @Override
        public void duplicate() {}

        @Override
        public void deadLetter(String kind) {}

        @Override
        public void sent(Topic topic) {}

        @Override
        public void evaluated(long nanos) {}

        @Override
        public void publish(EvaluatedDomain snapshot) {}

        @Override
        public void withdraw(EvaluatedDomain snapshot) {}
    };

    /** A job event or sample came to its domain. */
    void event(JobEventType type);

    /** An event or adjustment changed nothing. */
    void duplicate();

    /** A dead letter was sent; {@code kind} as its header says. */
    void deadLetter(String kind);

    /** A record was sent, or withdrawn, on a topic. */
    void sent(Topic topic);

    /** A share tree was evaluated under a policy, which took so long. */
    void evaluated(long nanos);

    /** How a domain is now; takes the place of what was published of it before. */
    void publish(EvaluatedDomain snapshot);

    /** The domain is no longer evaluated here, unless something else was published of it since. */
    void withdraw(EvaluatedDomain snapshot);
}
