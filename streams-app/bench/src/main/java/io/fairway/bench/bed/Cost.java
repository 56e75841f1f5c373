package io.fairway.bench.bed;

/**
 * What a program took for each event.
 *
 * @param micros its processor time, microseconds, without that of its compiler
 * @param brokerMicros processor time of broker and bench meanwhile, microseconds
 * @param perSecond events a second of the wall clock
 */
public record Cost(double micros, double brokerMicros, double perSecond) {
    /** Processor time of the program and of the broker. */
    public double withBroker() {
        return micros + brokerMicros;
    }
}
