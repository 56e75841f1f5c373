package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.query.Answers;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.DomainView;
import io.fairway.api.query.Json;
import io.fairway.api.query.Problem;
import io.fairway.api.query.Questions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a question to an instance that can answer it: the instance that processes the domain, or one that keeps a copy
 * if that one is away. A question about all domains goes to every instance.
 */
final class DomainGate {
    private static final Logger LOG = LoggerFactory.getLogger(DomainGate.class);

    /** The most items that an instance answers at once. */
    private static final String PAGE = "10000";

    private final Questions questions;
    private final Forwarder forwarder;
    private final ObjectMapper mapper = new ObjectMapper();
    private final AtomicBoolean warned = new AtomicBoolean();

    DomainGate(Questions questions, Forwarder forwarder) {
        this.questions = questions;
        this.forwarder = forwarder;
    }

    /**
     * A question as it came in.
     *
     * @param path with the query
     * @param forwarded whether another instance asks; such a question goes no further
     * @param trace headers that go with it to another instance
     */
    record Incoming(String path, boolean forwarded, Map<String, String> trace) {
        Incoming with(String parameter, String value) {
            return new Incoming(path + (path.contains("?") ? "&" : "?") + parameter + "=" + value, forwarded, trace);
        }
    }

    Forwarder.Answer ask(
            Incoming incoming,
            String domain,
            Answers.Question question,
            Answers.Parameters asked,
            CallerAccess callerAccess)
            throws IOException {
        if (!incoming.forwarded() && !questions.isCurrentHere(domain)) {
            if (forwarder.refusal() != null) {
                return answerHere(domain, question, asked, callerAccess);
            }
            for (String instance : questions.others(domain)) {
                try {
                    Forwarder.Answer answer =
                            forwarder.ask(instance, incoming.path(), callerAccess.caller(), incoming.trace());
                    if (answer.status() != 503) {
                        return answer;
                    }
                } catch (IOException away) {
                    LOG.debug("{} does not answer: {}", instance, away.toString());
                }
            }
        }
        return answer(question.answer(questions.view(domain), asked, callerAccess));
    }

    /**
     * As {@link #ask}, and writes the items as lines. An instance that has the domain writes them all; of another instance they come by
     * pages.
     *
     * @param limited whether the question says how many items it wants
     * @return the answer if it is none with items; else null
     */
    Forwarder.@Nullable Answer lines(
            Incoming incoming,
            String domain,
            Answers.Question question,
            Asked asked,
            CallerAccess callerAccess,
            boolean limited,
            ItemLines lines)
            throws IOException {
        if (questions.isCurrentHere(domain)) {
            Asked all = limited ? asked : asked.with("limit", Integer.toString(Integer.MAX_VALUE));
            lines.write(question.answer(questions.view(domain), all, callerAccess));
            return null;
        }
        Incoming each = limited ? incoming : incoming.with("limit", PAGE);
        Asked eachAsked = limited ? asked : asked.with("limit", PAGE);
        // A page that fails would end the lines as if they were all: none leaves before the last one is here.
        List<byte[]> pages = new ArrayList<>();
        String next = "";
        do {
            Forwarder.Answer answer = next.isEmpty()
                    ? ask(each, domain, question, eachAsked, callerAccess)
                    : ask(each.with("cursor", next), domain, question, eachAsked.with("cursor", next), callerAccess);
            if (answer.status() != 200) {
                return answer;
            }
            pages.add(answer.body());
            next = mapper.readTree(answer.body()).path("next").asText();
        } while (!limited && !next.isEmpty());
        for (byte[] page : pages) {
            lines.write(mapper.readTree(page));
        }
        return null;
    }

    /** From a copy that may answer; else it says where the domain is. */
    private Forwarder.Answer answerHere(
            String domain, Answers.Question question, Answers.Parameters asked, CallerAccess callerAccess) {
        List<String> others = questions.others(domain);
        try {
            return answer(question.answer(questions.view(domain), asked, callerAccess));
        } catch (Problem problem) {
            if (problem.status() != 503 || others.isEmpty()) {
                throw problem;
            }
            throw elsewhere(domain, others);
        }
    }

    /**
     * Refuses a domain that this instance does not have if it may ask no other.
     *
     * @throws Problem that names the instances which have it
     */
    void requireReachable(String domain) {
        if (!isReachable(domain)) {
            throw elsewhere(domain, questions.others(domain));
        }
    }

    /** Whether this instance has the domain or may ask another one that has it. */
    boolean isReachable(String domain) {
        return forwarder.refusal() == null
                || questions.isCurrentHere(domain)
                || questions.others(domain).isEmpty();
    }

    private Problem elsewhere(String domain, List<String> others) {
        warnOnce(others);
        String where = others.isEmpty() ? "another one" : others.getFirst();
        return Problem.unavailable(
                "domain " + domain + " is at the instance " + where + ", and " + forwarder.refusal() + ": ask there");
    }

    private void warnOnce(Collection<String> others) {
        if (!warned.getAndSet(true)) {
            LOG.warn("there are other instances ({}), and {}", String.join(", ", others), forwarder.refusal());
        }
    }

    /** Asks every instance for its part. */
    private Parts gather(Incoming incoming, ObjectNode own, CallerAccess callerAccess) {
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        ArrayNode unreachable = mapper.createArrayNode();
        String self = questions.holdings().self();
        parts.put(self, own);
        if (!incoming.forwarded()) {
            for (String instance : questions.holdings().instances()) {
                if (instance.equals(self)) {
                    continue;
                }
                if (forwarder.refusal() != null) {
                    warnOnce(List.of(instance));
                    unreachable.addObject().put("instance", instance).put("reason", forwarder.refusal());
                    continue;
                }
                try {
                    Forwarder.Answer answer =
                            forwarder.ask(instance, incoming.path(), callerAccess.caller(), incoming.trace());
                    if (answer.status() == 200) {
                        parts.put(instance, forwarder.json(answer));
                    } else if (answer.status() != 404) {
                        unreachable.addObject().put("instance", instance).put("reason", "answers " + answer.status());
                    }
                } catch (IOException away) {
                    unreachable.addObject().put("instance", instance).put("reason", "does not answer");
                }
            }
        }
        return new Parts(parts, unreachable);
    }

    private record Parts(Map<String, JsonNode> byInstance, ArrayNode unreachable) {}

    /** The domains of all instances. If several instances have a copy of a domain, the freshest copy counts. */
    Forwarder.Answer domains(Incoming incoming, CallerAccess callerAccess) throws IOException {
        return all(incoming, callerAccess, view -> {
            ArrayNode one = mapper.createArrayNode();
            one.add(Json.tree(Answers.domain(
                    view, questions.holdings().partition(view.snapshot().domain()), callerAccess)));
            return one;
        });
    }

    /** Usage of a user or an account in all domains. */
    Forwarder.Answer usage(Incoming incoming, Answers.Parameters asked, CallerAccess callerAccess) throws IOException {
        return all(incoming, callerAccess, view -> {
            try {
                return (ArrayNode)
                        Json.tree(Answers.clusterUsage(view, asked.each("account"), asked.each("user"), callerAccess));
            } catch (Problem none) {
                if (none.status() == 404) {
                    return mapper.createArrayNode();
                }
                throw none;
            }
        });
    }

    private Forwarder.Answer all(Incoming incoming, CallerAccess callerAccess, Function<DomainView, ArrayNode> rows)
            throws IOException {
        ObjectNode own = Json.object();
        ArrayNode items = own.putArray("items");
        questions.here().forEach(view -> items.addAll(rows.apply(view)));
        Parts parts = gather(incoming, own, callerAccess);
        Map<String, JsonNode> best = new TreeMap<>();
        for (JsonNode part : parts.byInstance().values()) {
            for (JsonNode item : part.path("items")) {
                String key =
                        item.path("domain").asText() + "|" + item.path("tree").asText();
                best.merge(key, item, DomainGate::fresher);
            }
        }
        ObjectNode answer = Json.object();
        answer.putArray("items").addAll(List.copyOf(best.values()));
        answer.set("unreachable", parts.unreachable());
        return answer(answer);
    }

    private static JsonNode fresher(JsonNode one, JsonNode other) {
        return isActive(other) && !isActive(one) ? other : one;
    }

    private static boolean isActive(JsonNode item) {
        return item.path("freshness").path("role").asText().equals("active");
    }

    /** The state of every instance. */
    Forwarder.Answer status(Incoming incoming, String version, CallerAccess callerAccess) throws IOException {
        ObjectNode own = Json.object().put("version", version);
        ObjectNode self = own.putArray("instances").addObject();
        self.put("instance", questions.holdings().self())
                .put("state", questions.holdings().state());
        ArrayNode active = self.putArray("active");
        ArrayNode standby = self.putArray("standby");
        long lag = 0;
        for (int partition : new java.util.TreeSet<>(questions.holdings().partitions())) {
            var copy = questions.holdings().copy(partition);
            if (copy != null) {
                (copy.active() ? active : standby).add(partition);
                lag += copy.lag();
            }
        }
        self.put("lag", lag);
        ObjectNode deadLetters = self.putObject("deadLetters");
        new TreeMap<>(questions.holdings().deadLetters()).forEach(deadLetters::put);
        Parts parts = gather(incoming, own, callerAccess);
        ObjectNode answer = Json.object().put("version", version);
        ArrayNode instances = answer.putArray("instances");
        parts.byInstance().values().forEach(part -> part.path("instances").forEach(instances::add));
        for (JsonNode away : parts.unreachable()) {
            instances
                    .addObject()
                    .put("instance", away.path("instance").asText())
                    .put("state", "unreachable")
                    .put("reason", away.path("reason").asText());
        }
        return answer(answer);
    }

    private static Forwarder.Answer answer(Object answer) {
        return new Forwarder.Answer(200, Forwarder.JSON, Json.bytes(answer));
    }
}
