package io.fairway.engine.state.change;

/**
 * One life of a source of a domain's job events: from a start to its end.
 *
 * @param since its start, epoch milliseconds
 */
public record SourceLife(String cluster, String source, long since) implements Comparable<SourceLife> {
    @Override
    public int compareTo(SourceLife other) {
        int byStart = Long.compare(since, other.since);
        int bySource = byStart != 0 ? byStart : source.compareTo(other.source);
        return bySource != 0 ? bySource : cluster.compareTo(other.cluster);
    }
}
