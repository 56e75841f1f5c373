package io.fairway.trial;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.app.runtime.HttpApi;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the application inside this JVM, for tests that neither kill it nor read what it prints: it starts with a third
 * of the work of an {@link AppProcess}.
 */
public final class AppHere implements AutoCloseable {
    private final FairwayApp app;
    private final @Nullable HttpApi api;
    private final AtomicBoolean closed = new AtomicBoolean();

    private AppHere(FairwayApp app, @Nullable HttpApi api) {
        this.app = app;
        this.api = api;
    }

    /**
     * Starts it. It is not ready yet when this returns.
     *
     * @param settings its complete configuration
     */
    public static AppHere start(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent(FairwayConfig.HTTP_LISTEN, "off");
        FairwayConfig config = new FairwayConfig(all);
        FairwayApp app = FairwayApp.start(config);
        try {
            return new AppHere(
                    app, HttpApi.start(config, app, () -> app.metrics().scrape()));
        } catch (RuntimeException e) {
            app.close();
            throw e;
        }
    }

    /**
     * Checks that it runs.
     *
     * @throws IllegalStateException if it ended
     */
    public void requireAlive() {
        if (app.state().hasStartedOrFinishedShuttingDown()) {
            throw new IllegalStateException("the application is " + app.state());
        }
    }

    /** Stops it in order, once. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        if (api != null) {
            api.close();
        }
        app.close();
    }
}
