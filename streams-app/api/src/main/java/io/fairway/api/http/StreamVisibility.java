package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.Visibility;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.Problem;
import io.fairway.core.model.NodeId;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a stream may show to its caller. A stream reads topics, and any instance serves it, but only those that hold the
 * domain have its share trees. So the stream asks the question {@code getSight}, again and again, since trees change.
 */
final class StreamVisibility {
    private static final Logger LOG = LoggerFactory.getLogger(StreamVisibility.class);

    /** How long an answer about accounts holds. */
    private static final long HOLDS = 1_000_000_000L;

    /** The longest list of jobs in one question: it is part of an address. */
    private static final int LONGEST = 2_000;

    private static final int MAX_SHOWN = 10_000;

    private final ObjectMapper mapper = new ObjectMapper();
    private final CallerAccess callerAccess;
    private final Source source;
    private final Set<String> measures = new HashSet<>();
    private final Set<Job> jobs = new HashSet<>();
    private final Set<String> shown = new LinkedHashSet<>();
    private Visibility visibility;
    private boolean answered;
    private long askedAt;

    /** Asks what the caller sees. */
    interface Source {
        /** @param jobs {@code cluster/job,cluster/job...}, with escapes as in paths; empty = none */
        Forwarder.Answer ask(String jobs) throws IOException;
    }

    /** A job of the stream's domain. */
    record Job(String cluster, String job) {
        private String text() {
            return escaped(cluster) + "/" + escaped(job);
        }
    }

    StreamVisibility(CallerAccess callerAccess, Source source) {
        this.callerAccess = callerAccess;
        this.source = source;
        visibility = told(Map.of(), Map.of());
    }

    private Visibility told(Map<String, Set<String>> sums, Map<String, Set<String>> coordinated) {
        return Visibility.told(callerAccess.caller(), callerAccess.open(), sums, coordinated);
    }

    boolean all() {
        return visibility.seesAll();
    }

    /** Whether the stream must ask about a job before it can decide about its record, or its tombstone. */
    boolean isUndecided(String key, boolean removed, NodeId association) {
        return !all() && (removed ? !shown.contains(key) : visibility.coordinates() && !seesJobOf(association));
    }

    /**
     * Learns what the caller sees now.
     *
     * @param undecided jobs to ask about
     * @return whether the stream may go on; false = nobody who knows can be reached now
     */
    boolean learn(Collection<Job> undecided) {
        jobs.clear();
        long now = System.nanoTime();
        if (all() || (undecided.isEmpty() && answered && now - askedAt < HOLDS)) {
            return true;
        }
        for (String some : portions(undecided)) {
            if (!ask(some)) {
                return false;
            }
        }
        askedAt = now;
        return true;
    }

    private static List<String> portions(Collection<Job> undecided) {
        List<String> portions = new ArrayList<>();
        StringBuilder some = new StringBuilder();
        for (Job job : new LinkedHashSet<>(undecided)) {
            String text = job.text();
            if (text.length() > LONGEST) {
                continue; // no such address; whoever was shown the job needs no question
            }
            if (some.length() + text.length() >= LONGEST) {
                portions.add(some.toString());
                some.setLength(0);
            }
            some.append(some.isEmpty() ? "" : ",").append(text);
        }
        portions.add(some.toString());
        return portions;
    }

    private boolean ask(String some) {
        try {
            Forwarder.Answer answer = source.ask(some);
            if (answer.status() == 200) {
                take(mapper.readTree(answer.body()));
                return true;
            }
            return isUnknownDomain(answer.status());
        } catch (Problem problem) {
            return isUnknownDomain(problem.status());
        } catch (IOException away) {
            LOG.debug("nobody tells what {} sees: {}", callerAccess.caller().text(), away.toString());
            return false;
        }
    }

    /** Nobody has accounts in a domain that is not there. */
    private boolean isUnknownDomain(int status) {
        if (status != 404) {
            return false;
        }
        visibility = told(Map.of(), Map.of());
        return true;
    }

    private void take(JsonNode answer) {
        Map<String, Set<String>> sums = new HashMap<>();
        Map<String, Set<String>> coordinated = new HashMap<>();
        measures.clear();
        for (JsonNode tree : answer.path("trees")) {
            sums.put(tree.path("tree").asText(), texts(tree.path("sums")));
            coordinated.put(tree.path("tree").asText(), texts(tree.path("coordinated")));
        }
        visibility = told(sums, coordinated);
        measures.addAll(texts(answer.path("measures")));
        for (JsonNode job : answer.path("jobs")) {
            jobs.add(new Job(job.path("cluster").asText(), job.path("job").asText()));
        }
        answered = true;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** Whether the caller sees the fairshare of a node. */
    boolean seesNode(NodeId node) {
        return visibility.sees(node);
    }

    /** Whether the caller sees a line of usage. Those by QOS, group or class have that name in the account's place. */
    boolean seesUsage(String measure, NodeId node) {
        return all() || (measures.contains(measure) && seesNode(node));
    }

    /** Whether the caller sees a job's record, or its tombstone, which names no owner. */
    boolean seesJob(String key, boolean removed, NodeId association, Job job) {
        if (all()) {
            return true;
        }
        boolean sees = jobs.contains(job) || (removed ? shown.contains(key) : seesJobOf(association));
        if (sees && !removed) {
            if (shown.size() >= MAX_SHOWN) {
                shown.remove(shown.iterator().next());
            }
            shown.add(key);
        } else {
            shown.remove(key);
        }
        return sees;
    }

    private boolean seesJobOf(NodeId association) {
        return visibility.seesJob(association.user(), () -> List.of(association));
    }

    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
