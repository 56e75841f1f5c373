package io.fairway.engine;

import io.fairway.core.model.JobEventType;
import io.fairway.schemas.Topic;

/**
 * Hears from the processors while they work, for metrics. Several stream threads call it at once, for every record:
 * implementations only count, and do nothing that takes time.
 *
 * <p>An aborted transaction takes nothing back: records that are read again are counted again.
 */
public interface ProcessorWatch {
    /** Ignores everything. */
    ProcessorWatch NONE = new ProcessorWatch() {
        @Override
        public void event(JobEventType type) {}

        @Override
        public void duplicate() {}

        @Override
        public void reread() {}

        @Override
        public void wrongAppendTime() {}

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

    /** A record that is applied already was read again, and skipped. */
    void reread();

    /** The append time of a record contradicts those before it: the clock of a broker is off. */
    void wrongAppendTime();

    /** A dead letter was sent. {@code kind} is the value of its header. */
    void deadLetter(String kind);

    /** A record was sent, or withdrawn, on a topic. */
    void sent(Topic topic);

    /** A share tree was evaluated under a policy, in this time. */
    void evaluated(long nanos);

    /** The present state of a domain. It replaces what was published of the domain before. */
    void publish(EvaluatedDomain snapshot);

    /** The domain is no longer evaluated here, unless something else was published of it since. */
    void withdraw(EvaluatedDomain snapshot);
}
