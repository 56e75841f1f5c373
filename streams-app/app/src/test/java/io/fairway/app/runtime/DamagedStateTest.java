package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class DamagedStateTest {
    private static final String OPENING =
            "Error opening store jobs-settled at location /var/state/fairway/0_12/rocksdb/jobs-settled";

    @Test
    void isFoundByItsPlace() {
        assertThat(taskDirectory(Status.Code.Corruption, "Corruption: bad record", OPENING))
                .isEqualTo(Path.of("/var/state/fairway/0_12"));
        assertThat(taskDirectory(
                        Status.Code.IOError,
                        "While opening a file: MANIFEST-000005: No such file or directory",
                        OPENING))
                .isEqualTo(Path.of("/var/state/fairway/0_12"));
    }

    /** Another copy would fail in the same way. */
    @Test
    void isNotAFullDisk() {
        assertThat(taskDirectory(Status.Code.IOError, "No space left on device", OPENING))
                .isNull();
    }

    @Test
    void isNotDeletedWhereItsPlaceIsUnknown() {
        assertThat(taskDirectory(Status.Code.Corruption, "Corruption: bad record", "Error while getting value"))
                .isNull();
        assertThat(DamagedState.taskDirectory(new IllegalStateException(OPENING)))
                .isNull();
    }

    private static @Nullable Path taskDirectory(Status.Code code, String rocks, String store) {
        return DamagedState.taskDirectory(new StreamsException(new ProcessorStateException(
                store, new RocksDBException(rocks, new Status(code, Status.SubCode.None, rocks)))));
    }
}
