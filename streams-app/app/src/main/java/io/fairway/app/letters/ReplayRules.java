package io.fairway.app.letters;

import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which dead letters may be sent again, and why the others may not. */
final class ReplayRules {
    /** Kinds that the same bytes have again, whenever they come. */
    private static final Map<String, String> AGAIN = Map.of(
            "undecodable", "the same bytes cannot be decoded a second time either",
            "impossible", "what it says cannot be true a second time either",
            "cluster", "its topic is still not that of its cluster",
            "misrouted", "its partition is still not that of its domain");

    /** The reason of what came before its own time: when it says that it happened, and how far it may be ahead. */
    private static final Pattern TOO_EARLY =
            Pattern.compile("(\\d{1,18}): more than (\\d{1,18}) ms after its append at ");

    private ReplayRules() {}

    /** Why a dead letter cannot be sent again at all; null = it can. */
    static @Nullable String impossible(DeadLetter letter, Topics topics) {
        Place origin = letter.origin();
        if (!letter.cut().isEmpty()) {
            return "is not whole, its bytes were cut (" + String.join(", ", letter.cut()) + ")";
        }
        if (origin == null) {
            return "does not say where it came from";
        }
        Topic topic = topics.of(origin.topic());
        if (topic == null || !topic.isInput() || topic == Topic.CLOCK) {
            return "came from " + origin.topic() + ", which takes no records from people";
        }
        return null;
    }

    /**
     * Why the application would refuse a dead letter again; null = it may take it.
     *
     * @param readable whether its value can be read today: the registry may have its schema again
     * @param now the time that what came too early is sent again
     */
    static @Nullable String refusedAgain(DeadLetter letter, Predicate<DeadLetter> readable, Instant now) {
        if (letter.kind().equals("undecodable") && readable.test(letter)) {
            return null;
        }
        if (letter.kind().equals("time")) {
            Matcher early = TOO_EARLY.matcher(letter.reason());
            if (!early.find()) {
                return "what came too late comes later still; send an adjustment instead (fairway adjust)";
            }
            Instant possible = Instant.ofEpochMilli(Long.parseLong(early.group(1)) - Long.parseLong(early.group(2)));
            return now.isBefore(possible) ? "is still too early, until " + possible : null;
        }
        return AGAIN.get(letter.kind());
    }
}
