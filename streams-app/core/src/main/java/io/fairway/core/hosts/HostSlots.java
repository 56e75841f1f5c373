package io.fairway.core.hosts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a run on each of its hosts, as one text: names separated by commas, a name with {@code *} and its slots if
 * these are not one, such as {@code n1*8,n2}. This is the value of the attribute {@code EXECUTION_HOSTS}.
 */
public final class HostSlots {
    private static final String SEPARATOR = ",";
    /** Most slots of a host. The slots of more hosts than there are add up to less than 2^63. */
    public static final long MOST = 999_999_999;

    private static final char TIMES = '*';

    private HostSlots() {}

    /**
     * The text for what an event says.
     *
     * @param hosts each may stand there several times, once for each slot; {@code null} = not said
     * @param slots by host, which go before the list; {@code null} = not said
     * @return {@code null} if the event says nothing
     */
    public static @Nullable String text(@Nullable List<String> hosts, @Nullable Map<String, Long> slots) {
        if (slots == null) {
            return hosts == null ? null : text(hosts);
        }
        Map<String, Long> ordered = new LinkedHashMap<>();
        if (hosts != null) {
            hosts.forEach(host -> ordered.put(host, slots.getOrDefault(host, 1L)));
        }
        new TreeMap<>(slots).forEach(ordered::putIfAbsent);
        return text(ordered);
    }

    /** The text for hosts of which each may stand there several times, once for each slot. */
    static String text(List<String> hosts) {
        Map<String, Long> slots = new LinkedHashMap<>();
        hosts.forEach(host -> slots.merge(host, 1L, Long::sum));
        return text(slots);
    }

    /**
     * The text for slots by host, in the order of the map.
     *
     * @throws IllegalArgumentException if a host has not 1 to 999,999,999 slots
     */
    public static String text(Map<String, Long> slots) {
        List<String> words = new ArrayList<>();
        slots.forEach((host, count) -> {
            if (count < 1 || count > MOST) {
                throw new IllegalArgumentException("slots " + count + " on host " + host + ": must be 1 to " + MOST);
            }
            words.add(count == 1 ? host : host + TIMES + count);
        });
        return String.join(SEPARATOR, words);
    }

    /** The names of the hosts in a text. */
    public static List<String> hosts(String text) {
        return List.copyOf(stated(text).keySet());
    }

    /**
     * The slots that a run holds on each host. If the numbers of the text do not add up to the slots of the run, the
     * hosts hold equal parts, and the first ones one slot more.
     *
     * @param slots of the run, at least 0
     */
    public static Map<String, Long> of(String text, long slots) {
        Map<String, Long> stated = stated(text);
        if (stated.isEmpty()
                || stated.values().stream().mapToLong(Long::longValue).sum() == slots) {
            return stated;
        }
        Map<String, Long> even = new LinkedHashMap<>();
        long rest = slots % stated.size();
        for (String host : stated.keySet()) {
            even.put(host, slots / stated.size() + (even.size() < rest ? 1 : 0));
        }
        return even;
    }

    /** The numbers of a text, whatever they add up to. */
    public static Map<String, Long> stated(String text) {
        Map<String, Long> slots = new LinkedHashMap<>();
        if (text.isEmpty()) {
            return slots;
        }
        for (String word : text.split(SEPARATOR)) {
            int times = word.lastIndexOf(TIMES);
            Long count = times < 0 ? null : count(word.substring(times + 1));
            slots.merge(count == null ? word : word.substring(0, times), count == null ? 1 : count, Long::sum);
        }
        return slots;
    }

    /** A name may have a star of its own: what follows is then no number. */
    private static @Nullable Long count(String digits) {
        return digits.matches("[1-9][0-9]{0,8}") ? Long.valueOf(digits) : null;
    }
}
