package io.fairway.app.runtime;

import io.fairway.core.time.BrokerTime;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells when the clock of the machine and those of the brokers differ by more than they may, and when they agree again. */
final class BrokerTimeProbe implements Probe {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerTimeProbe.class);

    private final BrokerTime brokerTime;
    private final LongSupplier wall;
    private boolean told;

    /** @param wall epoch milliseconds */
    BrokerTimeProbe(BrokerTime brokerTime, LongSupplier wall) {
        this.brokerTime = brokerTime;
        this.wall = wall;
    }

    @Override
    public String asked() {
        return "the clock of this machine";
    }

    @Override
    public @Nullable Fault look() {
        long now = wall.getAsLong();
        String problem = brokerTime.problem(now);
        if (problem != null && !told) {
            LOG.error("{}", problem);
        } else if (problem == null && told) {
            LOG.info("the clock of this instance agrees with the brokers' again");
        }
        told = problem != null;
        return null;
    }
}
