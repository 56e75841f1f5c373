package io.fairway.app.cli;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.app.runtime.HttpApi;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairway serve}: runs the application until it is stopped. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Run the application: it reads job events and writes usage, fairshare and priorities.",
        footer = {
            "",
            "Example:",
            "  fairway serve -s bootstrap.servers=localhost:9092 \\",
            "    -s schema.registry.url=http://localhost:8081"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request (SIGTERM, Ctrl-C)",
            "1:the application failed; the cause is on standard error",
            "2:wrong command line or configuration"
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
            // SIGTERM asks it to stop in order. It has.
        }
        return 0;
    }
}
