package io.fairway.api.http;

import io.fairway.api.manual.ManualPage;
import io.fairway.api.query.Problem;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The page: files that are part of the application, with names relative to the page's place. It loads nothing from
 * elsewhere.
 */
final class StaticPage {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "json", "application/json",
            "webmanifest", "application/manifest+json");

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                    + "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private StaticPage() {}

    /** Answers GET, HEAD in the same way (the server leaves out the body), and OPTIONS with what a path takes. */
    static void answer(JavalinConfig config, Cors cors, String path, Handler handler) {
        config.routes.addHttpHandler(HandlerType.OPTIONS, path, cors::preflight);
        config.routes.addHttpHandler(HandlerType.GET, path, handler);
        config.routes.addHttpHandler(HandlerType.HEAD, path, handler);
    }

    static void routes(JavalinConfig config, Cors cors) {
        answer(config, cors, "/", context -> file(context, "index.html"));
        answer(config, cors, "/docs", context -> file(context, "docs.html"));
        answer(config, cors, "/manual", StaticPage::manualIndex);
        answer(config, cors, "/manual/<page>", context -> manual(context, context.pathParam("page")));
        for (String icon : new String[] {"/favicon.ico", "/icon.svg"}) {
            answer(config, cors, icon, context -> file(context, "icon.svg"));
        }
        for (String directory : new String[] {"css", "js"}) {
            answer(
                    config,
                    cors,
                    "/" + directory + "/<file>",
                    context -> file(context, directory + "/" + context.pathParam("file")));
        }
    }

    /** Links are relative to the page's place, which ends with a slash. */
    private static void manualIndex(Context context) throws IOException {
        if (context.path().endsWith("/")) {
            manual(context, ManualPage.INDEX);
        } else {
            context.redirect("manual/", HttpStatus.MOVED_PERMANENTLY);
        }
    }

    private static void manual(Context context, String name) throws IOException {
        ManualPage page = ManualPage.of(name);
        byte[] content = page == null ? ManualPage.bytes(name) : page.html().getBytes(StandardCharsets.UTF_8);
        if (content == null) {
            throw Problem.notFound(name + ": the manual has no such page; see /manual/");
        }
        send(context, page == null ? type(name) : type("index.html"), content);
    }

    private static void file(Context context, String name) throws IOException {
        String type = type(name);
        if (type == null || name.contains("..") || name.startsWith("/") || name.contains("\\")) {
            throw Problem.notFound(name + ": no such file");
        }
        try (InputStream in = StaticPage.class.getResourceAsStream("page/" + name)) {
            if (in == null) {
                throw Problem.notFound(name + ": no such file");
            }
            send(context, type, in.readAllBytes());
        }
    }

    private static @Nullable String type(String name) {
        return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    }

    private static void send(Context context, @Nullable String type, byte[] content) {
        context.contentType(Objects.requireNonNull(type))
                .header("Content-Security-Policy", POLICY)
                .header("Cache-Control", "no-cache")
                .result(content);
    }
}
