package io.fairway.program;

import io.fairway.schemas.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings of topics that Fairway leaves to the broker, because a provider lets nobody set them. Only settings can be left out without
 * which the application runs.
 *
 * @param settings their names, sorted
 */
public record LeftOut(SortedSet<String> settings) {
    /** Fairway sets all that it sets. */
    public static final LeftOut NOTHING = new LeftOut(new TreeSet<>());

    /**
     * Reads names that are separated by commas.
     *
     * @throws IllegalArgumentException if Fairway does not set one of them, or does not run without it
     */
    public static LeftOut parse(String names) {
        SortedSet<String> settings = new TreeSet<>();
        for (String name : names.split(",", -1)) {
            settings.add(allowed(name.strip()));
        }
        return new LeftOut(settings);
    }

    private static String allowed(String name) {
        SortedSet<String> all = Arrays.stream(Topic.values())
                .flatMap(topic -> topic.settings().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!all.contains(name)) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is no setting of Fairway's topics; these are " + String.join(", ", all));
        }
        rules(name).filter(TopicRule::isNeeded).findFirst().ifPresent(rule -> {
            throw new IllegalArgumentException(
                    name + " cannot be left out, because the application does not run without it: " + rule.why());
        });
        return name;
    }

    private static Stream<TopicRule> rules(String setting) {
        return Arrays.stream(TopicRule.values()).filter(rule -> rule.setting().equals(setting));
    }

    /** The others of a topic's settings. */
    Map<String, String> without(Map<String, String> all) {
        Map<String, String> others = new TreeMap<>(all);
        others.keySet().removeAll(settings);
        return others;
    }

    /** Which guarantees rest on what now, a sentence for each. */
    public List<String> consequences() {
        return settings.stream()
                .flatMap(LeftOut::rules)
                .map(rule -> rule.setting() + " of "
                        + rule.uses().stream().map(UsedTopic.Use::title).collect(Collectors.joining(", "))
                        + " is left to the brokers; " + restsOn(rule))
                .toList();
    }

    private static String restsOn(TopicRule rule) {
        return switch (rule) {
            case UNPACKED ->
                "a small batch may unpack to more memory than the application has: let only programs write there that you trust";
            case READABLE -> "the records keep the application's codec, LZ4: let only clients read there that know it";
            case LARGEST_BATCH ->
                "a record that is larger than they take stops the stream: set message.max.bytes of the brokers to "
                        + (Topic.MAX_MESSAGE_BYTES + Topic.ENVELOPE_BYTES) + " or more";
            default -> rule.why();
        };
    }
}
