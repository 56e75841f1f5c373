package io.fairway.schemas;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Utils;

/**
 * The partition of a domain. All records that are evaluated together are on one partition, on every input topic alike:
 * {@code murmur2(UTF-8 of the domain)}, as in Kafka's own clients, without its sign bit, modulo the number of
 * partitions. A pin puts a domain on a given partition instead.
 *
 * <p>Every producer must have the same pins. {@code partition-vectors.json}, beside this class, has keys and their
 * partitions for producers in other languages.
 */
public final class DomainPartitions {
    private static final DomainPartitions HASHED = new DomainPartitions(Map.of());

    private final Map<String, Integer> pins;

    private DomainPartitions(Map<String, Integer> pins) {
        this.pins = pins;
    }

    /** Every domain on the partition of its hash. */
    public static DomainPartitions hashed() {
        return HASHED;
    }

    /**
     * Reads pins such as {@code alps=3,eiger=7}: domain and partition; all other domains are hashed. A comma, an equals
     * sign or a blank at either end of a domain's name is escaped as in {@link Keys}: {@code a%2Cb=1}.
     *
     * @throws IllegalArgumentException if an entry is malformed or a domain is pinned twice
     */
    public static DomainPartitions parse(String text) {
        if (text.isBlank()) {
            return HASHED;
        }
        var pins = new TreeMap<String, Integer>();
        for (String entry : text.split(",", -1)) {
            int equals = entry.indexOf('=');
            if (equals < 0 || entry.indexOf('=', equals + 1) >= 0) {
                throw malformed(entry, text, "must be domain=partition");
            }
            String domain = Keys.domainOf(entry.substring(0, equals).strip());
            if (domain.isEmpty()) {
                throw malformed(entry, text, "must name a domain");
            }
            if (pins.putIfAbsent(domain, partition(entry, text, equals)) != null) {
                throw malformed(entry, text, "must not pin a domain twice");
            }
        }
        return new DomainPartitions(pins);
    }

    private static int partition(String entry, String text, int equals) {
        String number = entry.substring(equals + 1).strip();
        try {
            int partition = Integer.parseInt(number);
            if (partition >= 0) {
                return partition;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the entry.
        }
        throw malformed(entry, text, "must have a partition of 0 or more");
    }

    private static IllegalArgumentException malformed(String entry, String text, String rule) {
        return new IllegalArgumentException(
                "domain pin \"" + entry.strip() + "\" " + rule + " (in \"" + text.strip() + "\")");
    }

    /**
     * The partition of a domain.
     *
     * @param domain its name, not escaped
     * @param partitions number of partitions of the topic, 1 or more
     * @throws IllegalArgumentException if the domain is pinned to a partition that the topic does not have
     */
    public int partition(String domain, int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions " + partitions + ": must be 1 or more");
        }
        Integer pinned = pins.get(domain);
        if (pinned == null) {
            return Utils.toPositive(Utils.murmur2(domain.getBytes(StandardCharsets.UTF_8))) % partitions;
        }
        if (pinned >= partitions) {
            throw new IllegalArgumentException("domain \"" + domain + "\": pinned to partition " + pinned
                    + ", but it must be 0 to " + (partitions - 1) + ", the partitions of the topic");
        }
        return pinned;
    }

    /** Pinned domains and their partitions, sorted by name. */
    public Map<String, Integer> pins() {
        return Map.copyOf(pins);
    }
}
