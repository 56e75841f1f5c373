package io.fairway.system.dispatch;

import io.fairway.avro.JobEvent;
import io.fairway.dispatcher.Dispatcher;
import io.fairway.dispatcher.cluster.SlotCluster;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.running.RunningJobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher that freezes its own process in the middle of a cycle: it has chosen jobs, and has not yet put their
 * starts on record. A signal from outside would seldom come at that moment.
 */
public final class SelfFreezing implements Cluster {
    private final SlotCluster slots;
    private final Path when;

    private SelfFreezing(double processors, Path when) {
        slots = new SlotCluster(processors, (job, now) -> {});
        this.when = when;
    }

    /** @param args a file, which asks it to freeze as soon as it exists; then settings, key=value */
    public static void main(String[] args) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 1; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            settings.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        SelfFreezing cluster = new SelfFreezing(8, Path.of(args[0]));
        Consumer<String> say = System.out::println;
        try (Dispatcher dispatcher =
                new Dispatcher(new DispatcherConfig(settings), cluster, System::currentTimeMillis, say)) {
            dispatcher.run();
        }
    }

    @Override
    public boolean fits(ChosenJob job) {
        return slots.fits(job);
    }

    @Override
    public @Nullable JobEvent start(ChosenJob job, long now) {
        try {
            if (Files.deleteIfExists(when)) {
                String self = Long.toString(ProcessHandle.current().pid());
                new ProcessBuilder("kill", "-STOP", self).start().waitFor();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return slots.start(job, now);
    }

    @Override
    public void follow(RunningJobs jobs) {
        slots.follow(jobs);
    }
}
