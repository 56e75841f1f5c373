package io.fairway.app.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How old the stores of tasks on disk are. Stores that lay there for longer than the changelogs keep tombstones would bring
 * back what was deleted meanwhile. Kafka Streams deletes them before it starts if the directory of the task was not modified
 * for {@link #MAX_AGE}, but running for days does not modify it: so an orderly stop does.
 */
final class StoresOnDisk {
    /** Must be shorter than {@code delete.retention.ms} of the changelogs, which is a day. */
    static final Duration MAX_AGE = Duration.ofHours(20);

    private static final Logger LOG = LoggerFactory.getLogger(StoresOnDisk.class);

    private StoresOnDisk() {}

    /**
     * The tasks whose stores have everything that is in their changelogs: those that run. A standby may be behind, by more than
     * anybody knows while brokers do not answer.
     */
    static List<TaskId> complete(KafkaStreams streams) {
        if (streams.state() != KafkaStreams.State.RUNNING) {
            return List.of();
        }
        try {
            return streams.metadataForLocalThreads().stream()
                    .flatMap(thread -> thread.activeTasks().stream())
                    .map(TaskMetadata::taskId)
                    .toList();
        } catch (IllegalStateException ended) {
            // It ended by itself since it was asked, and that must not keep it from being closed.
            return List.of();
        }
    }

    /**
     * Notes that the stores of tasks were complete at an instant. Those of which that cannot be noted are restored anew after
     * a while.
     *
     * @param application directory of the application in the state directory
     */
    static void note(Path application, Collection<TaskId> tasks, FileTime at) {
        for (TaskId task : tasks) {
            Path directory = application.resolve(task.toString());
            try {
                if (Files.isDirectory(directory)) {
                    Files.setLastModifiedTime(directory, at);
                }
            } catch (IOException e) {
                LOG.warn(
                        "the age of the state in {} cannot be noted ({}): after {} h it is restored from the changelogs",
                        directory,
                        e,
                        MAX_AGE.toHours());
            }
        }
    }
}
