package io.fairway.app.cli;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.app.runtime.HttpApi;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairway serve}: runs the application until it is told to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Run the application: job events in, usage, fairshare and priorities out.",
        footer = {
            "",
            "Example:",
            "  fairway serve -s bootstrap.servers=localhost:9092 \\",
            "    -s schema.registry.url=http://localhost:8081"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request (SIGTERM, Ctrl-C)",
            "1:the stream died; the cause is on standard error",
            "2:bad usage or configuration"
        })
public final class ServeCommand implements Callable<Integer> {
    @Mixin
    private ConfigOptions config = new ConfigOptions();

    @Override
    public Integer call() throws Exception {
        FairwayConfig settings = config.read();
        try (FairwayApp app = FairwayApp.start(settings);
                HttpApi api = HttpApi.start(settings, app, () -> app.metrics().scrape())) {
            app.join();
        } catch (InterruptedException asked) {
            // To end in order, which it has.
        }
        return 0;
    }
}
