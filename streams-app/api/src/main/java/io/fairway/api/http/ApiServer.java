package io.fairway.api.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.query.Answers;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.DomainView;
import io.fairway.api.query.Problem;
import io.fairway.api.query.Questions;
import io.fairway.reading.saved.SavedDomain;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.util.AsyncExecutor;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import kotlin.LazyKt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server. It has exactly the operations of {@code openapi.yaml}. It does not start if an operation has no
 * handler, or a handler no operation.
 */
public final class ApiServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
    private static final int STREAMS_END_SECONDS = 5;

    private final ObjectMapper mapper = new ObjectMapper();
    private final ApiDescription description = ApiDescription.load();
    private final Map<String, Operation> operations = new HashMap<>();
    private final Questions questions;
    private final Forwarder forwarder;
    private final Gatekeeper gatekeeper;
    private final Replies replies;
    private final LiveStream live;
    private final AdjustmentPost adjustments;
    private final ExecutorService streams = streamThreads();
    private final Javalin server;

    /** The handler of an operation, for a checked question. */
    private interface Operation {
        void answer(Context context, Asked asked, CallerAccess callerAccess) throws IOException;
    }

    private ApiServer(
            ApiSettings settings,
            Questions questions,
            LiveStream live,
            AdjustmentWriter writer,
            ServerMetrics metrics,
            ServerTracing tracing) {
        this.questions = questions;
        this.live = live;
        gatekeeper = settings.gatekeeper().at(questions.holdings()::self);
        replies = new Replies(settings.peers());
        forwarder = new Forwarder(settings.peers());
        DomainGate gate = new DomainGate(questions, forwarder);
        adjustments = new AdjustmentPost(gate, writer, settings.scheme());
        declare(gate, settings.version(), metrics);
        server = Javalin.create(config -> {
            new RequestLog(metrics, tracing).begin(config);
            configure(config, settings);
        });
    }

    /** For streams alone. Javalin's own threads would keep the process for a minute after the server has stopped. */
    private static ExecutorService streamThreads() {
        return Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("stream-", 0).factory());
    }

    /** Starts to listen. */
    public static ApiServer start(
            ApiSettings settings,
            Questions questions,
            LiveStream live,
            AdjustmentWriter writer,
            ServerMetrics metrics,
            ServerTracing tracing) {
        ApiServer server = new ApiServer(settings, questions, live, writer, metrics, tracing);
        server.server.start();
        LOG.info("listening on {}", settings.url(server.port()));
        return server;
    }

    public int port() {
        return server.port();
    }

    private void declare(DomainGate gate, String version, ServerMetrics metrics) {
        for (String id : description.operations().keySet()) {
            Answers.Question question =
                    Answers.of(id, domain -> questions.holdings().partition(domain));
            if (question != null) {
                operations.put(
                        id, (context, asked, callerAccess) -> answer(context, gate, id, question, asked, callerAccess));
            }
        }
        operations.put(
                "getState",
                (context, asked, callerAccess) -> replies.send(
                        context,
                        gate.ask(
                                incoming(context),
                                asked.needed("domain"),
                                (view, unused, caller) -> state(view, questions.now(), version, asked, caller),
                                asked,
                                callerAccess)));
        operations.put(
                "listDomains",
                (context, asked, callerAccess) -> replies.send(context, gate.domains(incoming(context), callerAccess)));
        operations.put(
                "getUsageByCluster",
                (context, asked, callerAccess) ->
                        replies.send(context, gate.usage(incoming(context), asked, callerAccess)));
        operations.put(
                "getStatus",
                (context, asked, callerAccess) ->
                        replies.send(context, gate.status(incoming(context), version, callerAccess)));
        Health health = new Health(questions.holdings());
        operations.put("getHealth", (context, asked, callerAccess) -> health.alive(context));
        operations.put("getReadiness", (context, asked, callerAccess) -> health.ready(context));
        operations.put(
                "getMetrics",
                (context, asked, callerAccess) -> context.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.text()));
        operations.put(
                "getDescription",
                (context, asked, callerAccess) ->
                        context.contentType("application/yaml; charset=utf-8").result(description.text()));
        operations.put(
                "stream",
                (context, asked, callerAccess) -> live.serve(
                        context,
                        asked,
                        callerAccess,
                        () -> gatekeeper.stillAdmits(context, callerAccess)
                                && (callerAccess.seesAll() || gate.isReachable(asked.needed("domain"))),
                        visibility(gate, asked, callerAccess)));
        if (!operations.keySet().equals(description.operations().keySet())) {
            throw new IllegalStateException("operations " + operations.keySet() + " are not those that are described: "
                    + description.operations().keySet());
        }
        if (!description.changes().keySet().equals(Set.of("addAdjustment"))) {
            throw new IllegalStateException(
                    "nobody makes the changes " + description.changes().keySet());
        }
    }

    private void configure(JavalinConfig config, ApiSettings settings) {
        config.startup.showJavalinBanner = false;
        config.http.maxRequestSize = settings.mostBodyBytes();
        config.http.prefer405over404 = true;
        config.router.treatMultipleSlashesAsSingleSlash = false;
        config.concurrency.executor = LazyKt.lazyOf(new AsyncExecutor(streams));
        settings.listen(config.jetty);
        Cors cors = settings.cors();
        config.routes.before(cors::mark);
        config.routes.before(settings::mark);
        description.operations().values().forEach(operation -> {
            String path = operation.path();
            StaticPage.answer(config, cors, path, context -> {
                CallerAccess callerAccess = gatekeeper.admit(context, operation.id());
                Asked asked = operation.check(context.queryParamMap(), context.pathParamMap());
                Operation handler = operations.get(operation.id());
                if (handler != null) {
                    handler.answer(context, asked, callerAccess);
                }
            });
        });
        description.changes().values().forEach(operation -> {
            config.routes.addHttpHandler(
                    HandlerType.OPTIONS,
                    operation.path(),
                    context -> context.header("Allow", Cors.CHANGING).status(204));
            config.routes.addHttpHandler(HandlerType.POST, operation.path(), context -> change(context, operation));
        });
        StaticPage.answer(
                config,
                cors,
                "/openapi.json",
                context ->
                        context.contentType("application/json").result(mapper.writeValueAsBytes(description.json())));
        StaticPage.routes(config, cors);
        config.routes.exception(Problem.class, (problem, context) -> replies.refuse(context, problem));
        config.routes.exception(MethodNotAllowedResponse.class, (problem, context) -> {
            String allowed =
                    problem.getDetails().getOrDefault("availableMethods", "").contains("POST")
                            ? Cors.CHANGING
                            : Cors.METHODS;
            context.header("Allow", allowed);
            replies.refuse(context, Problem.of(405, context.method() + ": only " + allowed + " are allowed here"));
        });
        config.routes.exception(
                HttpResponseException.class,
                (problem, context) -> replies.refuse(
                        context,
                        problem.getStatus() == 404
                                ? nothing(context)
                                : Problem.of(problem.getStatus(), String.valueOf(problem.getMessage()))));
        config.routes.exception(Exception.class, (failure, context) -> {
            LOG.error("{} failed", context.path(), failure);
            replies.refuse(
                    context, Problem.of(500, "the question could not be answered; the log of this instance tells why"));
        });
        config.routes.error(404, context -> {
            if (!Forwarder.PROBLEM.equals(context.res().getContentType())) {
                replies.refuse(context, nothing(context));
            }
        });
    }

    private static SavedDomain state(
            DomainView view, long now, String version, Asked asked, CallerAccess callerAccess) {
        callerAccess.requireAll("the state of a domain");
        try {
            SavedDomain state = SavedDomain.of(view.snapshot(), now, version);
            return asked.text("usage") == null ? state : state.withUsage(view.snapshot(), SavedDomain.MAX_USAGE_ROWS);
        } catch (IllegalArgumentException tooMuch) {
            throw Problem.parameter("usage", String.valueOf(tooMuch.getMessage()));
        } catch (IllegalStateException busy) {
            throw Problem.unavailable(String.valueOf(busy.getMessage()));
        }
    }

    /** The only operation that changes anything. */
    private void change(Context context, ApiDescription.Operation operation) throws IOException {
        CallerAccess callerAccess = gatekeeper.admit(context, operation.id());
        adjustments.requireOperator(context, callerAccess, gatekeeper.authenticates());
        Asked asked = operation.check(context.queryParamMap(), context.pathParamMap());
        context.header("Cache-Control", "no-store");
        replies.write(
                context,
                adjustments.answer(
                        operation.check(asked, AdjustmentPost.body(context)),
                        callerAccess,
                        RequestLog.traceOf(context)));
    }

    /** What the caller of a stream sees, asked as the caller would ask: the domain may be at another instance. */
    private static StreamVisibility.Source visibility(DomainGate gate, Asked asked, CallerAccess callerAccess) {
        String domain = asked.needed("domain");
        if (!callerAccess.seesAll()) {
            gate.requireReachable(domain);
        }
        Answers.Question question = Objects.requireNonNull(Answers.of("getSight", named -> 0));
        return jobs -> {
            Map<String, String> parameters = new HashMap<>(Map.of("domain", domain));
            String query = "";
            if (!jobs.isEmpty()) {
                parameters.put("jobs", jobs);
                query = "?jobs=" + StreamVisibility.escaped(jobs);
            }
            String path = "/v1/domains/" + StreamVisibility.escaped(domain) + "/sight" + query;
            return gate.ask(
                    new DomainGate.Incoming(path, false, Map.of()),
                    domain,
                    question,
                    new Asked(parameters),
                    callerAccess);
        };
    }

    private static DomainGate.Incoming incoming(Context context) {
        return new DomainGate.Incoming(
                Asked.pathAndQuery(context), context.header(Forwarder.HEADER) != null, RequestLog.traceOf(context));
    }

    private static Problem nothing(Context context) {
        return Problem.notFound("nothing is at " + context.path() + "; see /openapi.yaml");
    }

    private void answer(
            Context context,
            DomainGate gate,
            String operation,
            Answers.Question question,
            Asked asked,
            CallerAccess callerAccess)
            throws IOException {
        String domain = asked.needed("domain");
        Forwarder.@Nullable Answer answer = ItemLines.areAsked(context, operation, asked)
                ? gate.lines(
                        incoming(context),
                        domain,
                        question,
                        asked,
                        callerAccess,
                        context.queryParam("limit") != null,
                        new ItemLines(context))
                : gate.ask(incoming(context), domain, question, asked, callerAccess);
        if (answer != null) {
            replies.send(context, answer);
        }
    }

    /**
     * Ends the streams before the server stops. Otherwise Jetty would take the request from a stream that goes on, and
     * Javalin would log that without end.
     */
    private void endStreams() {
        streams.shutdown();
        try {
            if (!streams.awaitTermination(STREAMS_END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("streams did not end within {} s", STREAMS_END_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        live.close();
        endStreams();
        var unused = server.stop();
        forwarder.close();
    }
}
