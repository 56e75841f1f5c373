package io.fairway.app.cli;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.app.runtime.HttpApi;
import io.fairway.app.runtime.LogFormat;
import io.fairway.app.runtime.StartOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration SILENCE = Duration.ofSeconds(2);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Mixin
    private ConfigOptions config = new ConfigOptions();

    @Option(
            names = "--new-settings",
            description =
                    "From now on, let the settings of this start make usage (ledger.horizon.ms, time.skew.ms, mode,"
                            + " processing.guarantee, domain.pins, topics.clusters) instead of those that the state was made"
                            + " with. All other instances must be stopped.")
    private boolean newSettings;

    @Option(
            names = "--without-samples",
            description = "Begin anew although samples are deleted that long runs need. They are charged until their"
                    + " lease ends.")
    private boolean withoutSamples;

    /** Programs read the log: no line may be of another kind. */
    private boolean inLog;

    private boolean wasReady;

    @Override
    public Integer call() throws Exception {
        FairwayConfig settings = settings();
        inLog = settings.logFormat() == LogFormat.JSON;
        try (FairwayApp app = FairwayApp.start(settings, new StartOptions(newSettings, withoutSamples), this::say);
                HttpApi api = HttpApi.start(settings, app, () -> app.metrics().scrape())) {
            if (!awaitReady(app)) {
                say("ready: " + where(settings, api));
                wasReady = true;
                app.join();
            }
        } catch (InterruptedException | InterruptException asked) {
            // SIGTERM asks it to stop in order. It has.
        }
        if (wasReady) {
            ClassArchive.write();
        }
        return 0;
    }

    /** A wrong file is no wrong command line: the hint to the help would be a second line in a journal. */
    private FairwayConfig settings() {
        try {
            return config.read();
        } catch (ParameterException e) {
            throw e.getCause() instanceof ConfigException wrong ? wrong : e;
        }
    }

    /** Says what it waits for, if that takes long. Returns whether the application has ended. */
    private boolean awaitReady(FairwayApp app) throws ExecutionException, InterruptedException {
        long sayAt = System.nanoTime() + SILENCE.toNanos();
        String reported = "";
        String waitsFor = app.waitsFor();
        while (waitsFor != null) {
            if (System.nanoTime() - sayAt >= 0 && !waitsFor.equals(reported)) {
                say("waiting: " + waitsFor);
                reported = waitsFor;
            }
            if (app.join(LOOK)) {
                return true;
            }
            waitsFor = app.waitsFor();
        }
        return false;
    }

    private static String where(FairwayConfig settings, @Nullable HttpApi api) {
        String what =
                "application " + settings.getString(FairwayConfig.APPLICATION_ID) + " on topics " + settings.topics();
        return api == null ? what : api.url() + ", " + what;
    }

    private void say(String line) {
        if (inLog) {
            LOG.info(line);
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("fairway: " + line);
        out.flush();
    }
}
