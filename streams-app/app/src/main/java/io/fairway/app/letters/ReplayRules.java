package io.fairway.app.letters;

import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which dead letters may be sent again, and why the others may not. */
final class ReplayRules {
    /** Kinds that the same bytes have again, whenever they come. */
    private static final Map<String, String> AGAIN = Map.of(
            "undecodable", "the same bytes cannot be decoded a second time either",
            "impossible", "what it says cannot be true a second time either",
            "cluster", "its topic is still not that of its cluster",
            "misrouted", "its partition is still not that of its domain");

    /** Part of the reason of what came before its own time: that time may have come. */
    private static final String TOO_EARLY = "after its append at";

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
     */
    static @Nullable String refusedAgain(DeadLetter letter, Predicate<DeadLetter> readable) {
        if (letter.kind().equals("undecodable") && readable.test(letter)) {
            return null;
        }
        if (letter.kind().equals("time")) {
            return letter.reason().contains(TOO_EARLY)
                    ? null
                    : "what came too late comes later still; send an adjustment instead (fairway adjust)";
        }
        return AGAIN.get(letter.kind());
    }
}
