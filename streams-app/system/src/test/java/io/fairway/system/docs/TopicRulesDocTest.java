package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.program.TopicRule;
import io.fairway.program.UsedTopic;
import io.fairway.program.UsedTopic.Use;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the settings of topics says what the rules say. */
class TopicRulesDocTest {
    private static final Path PAGE = Documents.ROOT.resolve("docs/cluster.md");
    private static final String BEGIN = "<!-- rules -->\n";
    private static final String END = "<!-- /rules -->";

    private static final TopicRule.Needs NEEDS = new TopicRule.Needs(32, Duration.ofDays(7));

    /** A wrong value of each setting. */
    private static final Map<String, String> WRONG = Map.of(
            "partitions", "33",
            "message.timestamp.type", "CreateTime",
            "retention.ms", "3600000",
            "retention.bytes", "1000000",
            "max.message.bytes", "1000",
            "compression.type", "producer",
            "min.insync.replicas", "1",
            "unclean.leader.election.enable", "true");

    private static final List<UsedTopic> USED = Stream.concat(
                    UsedTopic.of(Topics.standard()).stream(),
                    Stream.of(
                            new UsedTopic("fairway-lines-changelog", Use.STATE, null, null),
                            new UsedTopic("fairway-usage-hours-changelog", Use.WINDOWS, null, Duration.ofDays(35))))
            .toList();

    /** To write the table anew, run this test with {@code -Ddocs.write=true}. */
    @Test
    void everyRuleIsInTheTable() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
        }
        assertThat(Files.readString(PAGE)).contains(BEGIN + table() + END);
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| setting | of | otherwise | prints |\n|---|---|---|---|\n");
        for (TopicRule rule : TopicRule.values()) {
            String of = rule.uses().size() == Use.values().length
                    ? "all"
                    : rule.uses().stream().map(Use::title).collect(Collectors.joining(", "));
            table.append("| `" + rule.setting() + "` | " + of + " | " + (rule.isNeeded() ? "refused" : "warning")
                    + " | `" + example(rule) + "` |\n");
        }
        return table.toString();
    }

    private static TopicRule.Breach example(TopicRule rule) {
        UsedTopic topic = USED.stream()
                .filter(each -> rule.wanted(each, NEEDS) != null)
                .findFirst()
                .orElseThrow();
        String wanted = Objects.requireNonNull(rule.wanted(topic, NEEDS));
        String wrong = WRONG.getOrDefault(rule.setting(), wanted.equals("delete") ? "compact" : "delete");
        return new TopicRule.Breach(rule, topic.name(), wanted, wrong);
    }
}
