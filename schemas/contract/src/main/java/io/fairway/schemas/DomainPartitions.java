package io.fairway.schemas;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition a domain is on. All that is evaluated together is on one partition, on every input topic alike:
 * {@code murmur2(UTF-8 of the domain)} as Kafka's own clients hash, without its sign bit, modulo the number of
 * partitions; unless the domain is pinned to a partition.
 *
 * <p>Every producer must hold the same pins. {@code partition-vectors.json}, beside this class, has keys and their
 * partitions for those who write it in another language.
 */
public final class DomainPartitions {
    private static final DomainPartitions HASHED = new DomainPartitions(Map.of());

    private final Map<String, Integer> pins;

    private DomainPartitions(Map<String, Integer> pins) {
        this.pins = pins;
    }

    /** Every domain where its hash puts it. */
    public static DomainPartitions hashed() {
        return HASHED;
    }

    /**
     * Reads pins such as {@code alps=3,eiger=7}: domain and partition, the rest hashed. A comma, an equals sign or a
     * blank at either end of a domain's name is escaped as in {@link Keys}: {@code a%2Cb=1}.
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
                throw malformed(entry, text, "names no domain");
            }
            if (pins.putIfAbsent(domain, partition(entry, text, equals)) != null) {
                throw malformed(entry, text, "pins a domain for the second time");
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
            // Told below, with the entry.
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
            throw new IllegalArgumentException("a topic has 1 partition or more, not " + partitions);
        }
        Integer pinned = pins.get(domain);
        if (pinned == null) {
            return Utils.toPositive(Utils.murmur2(domain.getBytes(StandardCharsets.UTF_8))) % partitions;
        }
        if (pinned >= partitions) {
            throw new IllegalArgumentException("domain \"" + domain + "\" is pinned to partition " + pinned
                    + ", but the topic has " + partitions + " partitions, counted from 0");
        }
        return pinned;
    }

    /** Domains and the partitions they are pinned to, sorted by name. */
    public Map<String, Integer> pins() {
        return Map.copyOf(pins);
    }
}
