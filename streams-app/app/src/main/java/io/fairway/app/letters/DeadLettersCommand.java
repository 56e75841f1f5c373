package io.fairway.app.letters;

import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.app.tables.ApplicationAnswer;
import io.fairway.app.tables.TableOptions;
import io.fairway.scenario.Misuse;
import io.fairway.schemas.FairwaySerdes;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway dead-letters}: what the application could not take. */
@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        description = "List, show and send again the records that the application could not take.",
        footer = {"", "docs/trouble.md, \"Dead letters\", says what each kind means."})
public final class DeadLettersCommand {
    private static final String FORMAT = "%-20s %-12s %-32s %-32s %s%n";
    private static final String COUNTS = "%-12s %-28s %10s%n";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Print how many there are of each kind and topic, and the newest of them.",
            footer = {
                "",
                "Example:",
                "  fairway dead-letters list --kind refused --since 7d \\",
                "      -b localhost:9092 -r http://localhost:8081"
            })
    int list(
            @Mixin TableOptions options,
            @Mixin LetterFilter filter,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "The most that are listed. Default: ${DEFAULT-VALUE}.")
                    int limit) {
        if (limit < 0) {
            throw misuse("--limit " + limit + ": must be 0 or more");
        }
        Map<List<String>, Long> counts = new TreeMap<>(Comparator.comparing(words -> String.join(" ", words)));
        PriorityQueue<DeadLetter> newest = new PriorityQueue<>(Comparator.comparing(DeadLetter::appended));
        Instant since = Misuse.orUsage(spec, () -> filter.since(Instant.now()));
        new LetterBox(options).forEach(since, letter -> {
            if (filter.takes(letter)) {
                counts.merge(List.of(letter.kind(), topic(letter)), 1L, Long::sum);
                newest.add(letter);
                if (newest.size() > limit) {
                    newest.remove();
                }
            }
        });
        PrintWriter out = out();
        if (counts.isEmpty()) {
            out.println("no dead letters");
            out.flush();
            return 0;
        }
        out.printf(COUNTS, "KIND", "TOPIC", "COUNT");
        counts.forEach((of, count) -> out.printf(COUNTS, of.get(0), of.get(1), count));
        if (!newest.isEmpty()) {
            out.println();
            out.printf(FORMAT, "KEPT AT", "KIND", "DEAD LETTER", "CAME FROM", "REASON");
        }
        newest.stream()
                .sorted(Comparator.comparing(DeadLetter::appended).reversed())
                .forEach(letter -> out.printf(
                        FORMAT,
                        letter.appended().truncatedTo(ChronoUnit.SECONDS),
                        letter.kind(),
                        letter.at(),
                        letter.origin() == null ? "-" : letter.origin(),
                        letter.reason()
                                + (letter.replayOf().isEmpty() ? "" : " (replay of " + letter.replayOf() + ")")));
        out.flush();
        return 0;
    }

    private static String topic(DeadLetter letter) {
        Place origin = letter.origin();
        return origin == null ? "-" : origin.topic();
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Print one with its reason, its headers and its value.",
            footer = {
                "",
                "Example:",
                "  fairway dead-letters show fairway.dead-letters-3@17 \\",
                "      -b localhost:9092 -r http://localhost:8081"
            })
    int show(
            @Mixin TableOptions options,
            @Parameters(
                            paramLabel = "TOPIC-PARTITION@OFFSET",
                            description = "Where it is kept, or where the record came from.")
                    String place) {
        DeadLetter letter = Misuse.orUsage(spec, () -> new LetterBox(options).at(Place.parse(place)));
        LetterText.print(letter, options.topics(), options.serdes(), out());
        out().flush();
        return 0;
    }

    @Command(
            name = "replay",
            mixinStandardHelpOptions = true,
            description = {
                "Send dead letters again, byte for byte, to the partitions from which they came.",
                "It tells of those that were sent before, and leaves out what the application would refuse again."
            },
            footer = {
                "",
                "Examples:",
                "  fairway dead-letters replay fairway.dead-letters-3@17 --dry-run \\",
                "      -b localhost:9092 -r http://localhost:8081",
                "  fairway dead-letters replay --kind refused --since 24h \\",
                "      -b localhost:9092 -r http://localhost:8081"
            })
    int replay(
            @Mixin TableOptions options,
            @Mixin LetterFilter filter,
            @Parameters(
                            paramLabel = "TOPIC-PARTITION@OFFSET",
                            arity = "0..*",
                            description = "Where they are kept, or where the records came from.")
                    @Nullable
                    List<String> places,
            @Option(names = "--force", description = "Also those that were sent before, or would be refused again.")
                    boolean force,
            @Option(names = "--dry-run", description = "Only print what would be sent.") boolean dryRun)
            throws InterruptedException {
        List<DeadLetter> letters = asked(options, filter, places == null ? List.of() : places);
        LetterSender sender = new LetterSender(options.kafka());
        FairwaySerdes serdes = options.serdes();
        List<DeadLetter> possible = letters.stream()
                .filter(letter -> ReplayRules.impossible(letter, options.topics()) == null)
                .toList();
        Set<String> before = sentBefore(sender, possible);
        List<DeadLetter> chosen = new ArrayList<>();
        PrintWriter out = out();
        for (DeadLetter letter : letters) {
            String never = ReplayRules.impossible(letter, options.topics());
            String again = before.contains(letter.at().toString())
                    ? "was sent again before"
                    : ReplayRules.refusedAgain(
                            letter,
                            undecodable -> LetterText.isReadable(undecodable, options.topics(), serdes),
                            Instant.now());
            if (never != null || (again != null && !force)) {
                out.println("left out " + letter.at() + ": " + (never != null ? never : again + " (--force sends it)"));
            } else {
                chosen.add(letter);
                out.println((dryRun ? "would send " : "sends ") + letter.at() + " to "
                        + topicPartition(letter) + (again == null ? "" : " (" + again + ")") + ": "
                        + letter.reason());
            }
        }
        out.println(chosen.size() + " of " + letters.size() + (dryRun ? " would be sent" : " to send"));
        out.flush();
        if (!dryRun && !chosen.isEmpty()) {
            try (ApplicationAnswer answer = options.answer()) {
                answer.listen();
                answer.ask(sender.send(chosen));
                answer.await(out);
            }
        }
        return 0;
    }

    private static String topicPartition(DeadLetter letter) {
        Place origin = letter.origin();
        return origin == null ? "-" : origin.topicPartition().toString();
    }

    private List<DeadLetter> asked(TableOptions options, LetterFilter filter, List<String> places) {
        if (places.isEmpty() == !filter.isGiven()) {
            throw misuse("say either which dead letters, or one of --kind, --topic and --since");
        }
        LetterBox box = new LetterBox(options);
        if (!places.isEmpty()) {
            return Misuse.orUsage(
                    spec, () -> places.stream().map(Place::parse).map(box::at).toList());
        }
        List<DeadLetter> letters = new ArrayList<>();
        Instant since = Misuse.orUsage(spec, () -> filter.since(Instant.now()));
        box.forEach(since, letter -> {
            if (filter.takes(letter)) {
                letters.add(letter);
            }
        });
        return List.copyOf(letters);
    }

    private Set<String> sentBefore(LetterSender sender, List<DeadLetter> letters) {
        try {
            return sender.sentBefore(letters);
        } catch (AuthorizationException e) {
            spec.commandLine().getErr().println("whether one was sent before is not known: " + e.getMessage());
            return Set.of();
        }
    }

    private ParameterException misuse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
