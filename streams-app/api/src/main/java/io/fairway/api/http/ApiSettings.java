package io.fairway.api.http;

import io.fairway.access.AccessConfig;
import io.fairway.access.Address;
import io.fairway.access.Authenticator;
import io.fairway.access.Tls;
import io.javalin.config.JettyConfig;
import io.javalin.http.Context;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the server.
 *
 * @param host address to listen on
 * @param port 0 = any that is free
 * @param tls null = plain HTTP
 * @param mostBodyBytes the server refuses larger requests
 * @param gatekeeper decides who may ask
 * @param peers how it asks other instances
 * @param cors which web pages may read answers
 */
public record ApiSettings(
        String host,
        int port,
        @Nullable Tls tls,
        long mostBodyBytes,
        String version,
        Gatekeeper gatekeeper,
        Peers peers,
        Cors cors) {
    private static final int MAX_HEADER_BYTES = 32_768;

    /** Plain HTTP; everybody may ask everything. */
    public static ApiSettings open(String host, int port, String version) {
        return new ApiSettings(host, port, null, 65_536, version, Gatekeeper.OPEN, Peers.OPEN, new Cors(Set.of()));
    }

    /** The settings of a configuration. */
    public static ApiSettings of(Address listen, AccessConfig access, Authenticator authenticator, String version) {
        return new ApiSettings(
                listen.host(),
                listen.port(),
                Tls.of(access),
                access.bodyBytes(),
                version,
                new AccessGate(access, authenticator),
                Peers.of(access),
                new Cors(Set.copyOf(access.corsOrigins())));
    }

    String scheme() {
        return tls == null ? "http" : "https";
    }

    /** Tells browsers what they must not do with any answer. */
    void mark(Context context) {
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Referrer-Policy", "no-referrer");
        context.header("X-Frame-Options", "DENY");
        if (tls != null) {
            context.header("Strict-Transport-Security", "max-age=31536000");
        }
    }

    void listen(JettyConfig jetty) {
        jetty.host = host;
        jetty.port = port;
        jetty.modifyServer(server -> server.setErrorHandler(new JettyProblems()));
        // The pass of a coordinator names all accounts.
        jetty.modifyHttpConfiguration(http -> http.setRequestHeaderSize(MAX_HEADER_BYTES));
        Tls shown = tls;
        if (shown != null) {
            jetty.addConnector((server, http) -> {
                SslContextFactory.Server factory = new SslContextFactory.Server();
                factory.setSslContext(shown.context());
                http.addCustomizer(new SecureRequestCustomizer(false));
                ServerConnector connector = new ServerConnector(server, factory, new HttpConnectionFactory(http));
                connector.setHost(host);
                connector.setPort(port);
                connector.addEventListener(new WatchWhileListening(shown));
                return connector;
            });
        }
    }

    /** Who has stopped listening reads no certificates: their files may be gone. */
    private static final class WatchWhileListening implements LifeCycle.Listener {
        private final Tls tls;
        private @Nullable ExecutorService watch;

        WatchWhileListening(Tls tls) {
            this.tls = tls;
        }

        @Override
        public void lifeCycleStarted(LifeCycle connector) {
            watch = tls.watch();
        }

        @Override
        public void lifeCycleStopping(LifeCycle connector) {
            ExecutorService ending = watch;
            if (ending != null) {
                ending.shutdown();
            }
        }
    }

    public String url(int actual) {
        return scheme() + "://" + host + ":" + actual + "/";
    }
}
