package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.Factor;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Rounding;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.publish.FencedPublisher;
import io.fairway.dispatcher.publish.Patience;
import io.fairway.dispatcher.publish.RecordEncoder;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.UserActivities;
import io.fairway.policies.family.WaitingJob;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TextLine;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import io.fairway.records.JobEvents;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.system.docs.extend.PerShareFamily;
import io.fairway.system.docs.extend.PriorityTeller;
import io.fairway.system.docs.extend.SemicolonParser;
import io.fairway.system.docs.extend.UsedHours;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** docs/extend.md shows code that the build compiles and that works, and names types that are there. */
class ExtendDocTest {
    private static final Path PAGE = Documents.ROOT.resolve("docs/extend.md");
    private static final Path EXAMPLES =
            Documents.ROOT.resolve("streams-app/system/src/test/java/io/fairway/system/docs/extend");

    private static final FairwaySerdes SERDES = new FairwaySerdes(Map.of("schema.registry.url", "mock://extend"));

    /** A block of code, and the link before it to the file that it is from. */
    private static final Pattern BLOCK =
            Pattern.compile("\\(\\.\\./(\\S+\\.java)\\):\\n\\n```java\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern SHOWN = Pattern.compile("(?s)// shown: begin\\n(.*?) *// shown: end\\n");

    /** A type with its package, without that of Fairway: {@code readers.line.LineParser}. */
    private static final Pattern TYPE = Pattern.compile("`((?:[a-z]+\\.)+[A-Z]\\w+)`");

    private static List<MatchResult> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE)).results().toList();
    }

    /** With {@code -Ddocs.write=true} the blocks are written. */
    @Test
    void eachBlockIsTheShownRegionOfItsFile() throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            StringBuilder page = new StringBuilder();
            Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
            while (blocks.find()) {
                blocks.appendReplacement(
                        page,
                        Matcher.quoteReplacement(
                                "(../" + blocks.group(1) + "):\n\n```java\n" + region(blocks.group(1)) + "```"));
            }
            Files.writeString(PAGE, blocks.appendTail(page).toString());
        }
        for (MatchResult block : blocks()) {
            assertThat(block.group(2)).as(block.group(1)).isEqualTo(region(block.group(1)));
        }
    }

    /** The lines of an example that the page shows. */
    private static String region(String file) throws IOException {
        Matcher shown = SHOWN.matcher(Files.readString(Documents.ROOT.resolve(file)));
        assertThat(shown.find()).as("%s shows lines", file).isTrue();
        return shown.group(1);
    }

    @Test
    void thereIsABlockOfEachExampleAndNoOther() throws IOException {
        List<Path> shown = blocks().stream()
                .map(block -> Documents.ROOT.resolve(block.group(1)))
                .toList();
        assertThat(shown)
                .containsExactly(
                        EXAMPLES.resolve("SemicolonParser.java"),
                        EXAMPLES.resolve("PerShareFamily.java"),
                        EXAMPLES.resolve("PriorityTeller.java"));
        assertThat(Files.readString(PAGE).split("```java", -1)).hasSize(shown.size() + 1);
    }

    @Test
    void eachTypeIsWhereThePageSays() throws IOException {
        Set<String> missing = new TreeSet<>();
        Matcher types = TYPE.matcher(Files.readString(PAGE));
        int found = 0;
        while (types.find()) {
            found++;
            String file = "src/main/java/io/fairway/" + types.group(1).replace('.', '/') + ".java";
            if (Documents.modules().stream().noneMatch(module -> Files.exists(module.resolve(file)))) {
                missing.add(types.group(1));
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).isGreaterThan(5);
    }

    /** Read at one go, code included. */
    @Test
    void thePageStaysShort() throws IOException {
        assertThat(Files.readString(PAGE).strip().split("\\s+")).hasSizeLessThanOrEqualTo(900);
    }

    private static ParsedLine parsed(TextLine lines, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return lines.parse(bytes, 0, bytes.length);
    }

    private static List<JobFact> facts(ParsedLine line) {
        TraceJob job = ((ParsedLine.Job) line).job();
        return IntStream.range(0, job.events())
                .mapToObj(event -> JobEvents.fact(job.event(event)))
                .toList();
    }

    @Test
    void theLogFormatReadsTwoLinesIntoFacts() {
        TextLine lines = new TextLine(new SemicolonParser(TraceOptions.ofCluster("alps")));
        String first = "4711;anna;physics;2026-01-01T00:00:00Z;2026-01-01T00:00:10Z;2026-01-01T00:01:00Z;4";
        String second = "4712;bert;physics;2026-01-01T00:00:05Z;2026-01-01T00:01:00Z;2026-01-01T01:01:00Z;0.5";
        assertThat(SemicolonParser.recognizes(first)).isTrue();

        List<JobFact> annas = facts(parsed(lines, first));
        ParsedLine bad = parsed(lines, first.replace("2026-01-01T00:01:00Z", "noon"));
        List<JobFact> berts = facts(parsed(lines, second));

        // 2026-01-01 is 20,454 days after 1970-01-01.
        long midnight = 20_454L * 86_400_000;
        assertThat(annas)
                .extracting(JobFact::type, JobFact::time)
                .containsExactly(
                        tuple(JobEventType.SUBMITTED, midnight),
                        tuple(JobEventType.STARTED, midnight + 10_000),
                        tuple(JobEventType.FINISHED, midnight + 60_000));
        assertThat(annas.get(1).allocated().count("cpu")).isEqualByComparingTo("4");
        assertThat(annas.get(0).attributes().text(Attribute.USER)).isEqualTo("anna");
        assertThat(bad).isEqualTo(new ParsedLine.Bad("end", "noon", "must be a time such as 2026-01-01T00:00:00Z"));
        assertThat(berts.get(2).time()).isEqualTo(midnight + 3_660_000);
        assertThat(berts.get(1).allocated().count("cpu")).isEqualByComparingTo("0.5");
    }

    @Test
    void thePolicyFamilyRanksTwoJobs() {
        PerShareFamily family = new PerShareFamily();
        NodeId anna = NodeId.ofUser("alps", "physics", "anna");
        NodeId bert = NodeId.ofUser("alps", "physics", "bert");
        ShareTree tree = ShareTree.build(
                "alps",
                List.of(
                        ShareNode.account("alps", "physics", null, 1, 0),
                        ShareNode.user("alps", "physics", "anna", 1, 0),
                        ShareNode.user("alps", "physics", "bert", 3, 1)));
        long used = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
        long now = used + Duration.ofDays(7).toMillis();
        // Two hours each, of which one is left after a half-life.
        PolicyView view = family.view(tree, UsedHours.of(family, used, Map.of(anna, 2.0, bert, 2.0)), now);

        Fairshare fairshare = view.fairshare();

        assertThat(fairshare.factor(tree.find(anna))).isEqualTo(1.0 / (1 + 1), within(1e-12));
        assertThat(fairshare.factor(tree.find(bert))).isEqualTo(3.0 / (3 + 1), within(1e-12));
        // Anna's waits for 20 hours: 500 + 200. Bert's for 1 hour: 750 + 10.
        assertThat(priority(view, anna, 20, now, 0.5)).isEqualTo(700);
        assertThat(priority(view, bert, 1, now, 0.75)).isEqualTo(760);
    }

    private static double priority(PolicyView view, NodeId user, long hours, long now, double factor) {
        JobAttributes attributes =
                JobAttributes.of(Map.of(Attribute.ACCOUNT, user.account(), Attribute.USER, user.user()), Tres.cpus(1));
        long submitted = now - Duration.ofHours(hours).toMillis();
        JobView job = new JobView(JobView.Status.PENDING, attributes, submitted, JobFact.NO_RUN, JobFact.NO_RUN);
        JobKey key = new JobKey("alps", "alps", user.user());
        Map<String, Ranked> ranked = view.pricer()
                .priorities(
                        new WaitingJob(key, job, List.of(), user, factor, UserActivities.OfUser.NONE, Map.of()), now);
        return Objects.requireNonNull(ranked.get("")).record().evaluate(now, factor);
    }

    @Test
    void theTargetTakesAPriorityOnceAndOnlyIfItIsOnRecord() {
        List<String> told = new ArrayList<>();
        PriorityTeller target = new PriorityTeller("me", (job, priority) -> told.add(job.job() + " " + priority));
        DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, "main");
        put(queue, "4711", 760.4);
        put(queue, "4712", 700);

        target.cycle("alps", queue, 1_000, null);
        assertThat(told).isEmpty();

        MockProducer<String, byte[]> fenced = producer();
        fenced.commitTransactionException = new KafkaException("another one leads");
        assertThatThrownBy(() -> target.cycle("alps", queue, 1_000, publisher(fenced)))
                .isInstanceOf(KafkaException.class);
        assertThat(told).isEmpty();

        MockProducer<String, byte[]> producer = producer();
        FencedPublisher publisher = publisher(producer);
        target.cycle("alps", queue, 2_000, publisher);
        target.cycle("alps", queue, 3_000, publisher);
        assertThat(told).containsExactly("4711 760", "4712 700");
        String topic = Topics.standard().name(Topic.DISPATCHES);
        List<Dispatch> records = producer.history().stream()
                .map(record -> Objects.requireNonNull(
                        SERDES.deserializer(Dispatch.class).deserialize(topic, record.value())))
                .toList();
        assertThat(records)
                .extracting(Dispatch::getJob, Dispatch::getValue)
                .containsExactly(tuple("4711", 760L), tuple("4712", 700L));
        assertThat(records).extracting(Dispatch::getAction).containsOnly(DispatchAction.TOLD);

        // The next leader tells what changed, and nothing else.
        PriorityTeller next = new PriorityTeller("you", (job, priority) -> told.add(job.job() + " " + priority));
        records.forEach(next::recall);
        put(queue, "4712", 800);
        next.cycle("alps", queue, 4_000, publisher);
        assertThat(told).containsExactly("4711 760", "4712 700", "4712 800");
    }

    private static MockProducer<String, byte[]> producer() {
        return new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    }

    private static FencedPublisher publisher(MockProducer<String, byte[]> producer) {
        Patience patience = new Patience(new CountDownLatch(1));
        FencedPublisher publisher =
                new FencedPublisher(producer, new RecordEncoder(Topics.standard(), SERDES, patience));
        publisher.fence();
        return publisher;
    }

    private static void put(DispatchQueue queue, String job, double priority) {
        Factor factor =
                new Factor("part", 1.0, new Constant(priority), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        Component component =
                new Component("part", 1.0, List.of(factor), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        queue.priority(
                Keys.priority("alps", "main", "alps", job, ""),
                PriorityRecord.newBuilder()
                        .setDomain("alps")
                        .setPolicy("main")
                        .setCluster("alps")
                        .setJob(job)
                        .setComponents(List.of(component))
                        .setFairshareWeight(0)
                        .setFairsharePosition(0)
                        .setTree("alps")
                        .setAccount("physics")
                        .setUser("anna")
                        .setRounding(Rounding.LSF)
                        .setMinimum(Double.NEGATIVE_INFINITY)
                        .setMaximum(Double.POSITIVE_INFINITY)
                        .setHeld(false)
                        .setSubmitTime(Instant.EPOCH)
                        .setRequestedTres(Map.of("cpu", 1.0))
                        .setAsOf(Instant.EPOCH)
                        .build());
    }
}
