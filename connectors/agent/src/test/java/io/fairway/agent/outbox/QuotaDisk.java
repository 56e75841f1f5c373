package io.fairway.agent.outbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Real files on a disk that takes only so many bytes: a write beyond writes what fits, then fails, as a disk does. */
final class QuotaDisk implements SegmentFile.Disk {
    private final Path root;
    private long limit;

    QuotaDisk(Path root, long limit) {
        this.root = root;
        this.limit = limit;
    }

    void setLimit(long bytes) {
        limit = bytes;
    }

    private long used() throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Override
    public SegmentFile open(Path file) throws IOException {
        SegmentFile real = SegmentFile.REAL.open(file);
        return new SegmentFile() {
            @Override
            public long size() throws IOException {
                return real.size();
            }

            @Override
            public void write(ByteBuffer bytes, long place) throws IOException {
                long growth = Math.max(0, place + bytes.remaining() - real.size());
                long room = limit - used();
                if (growth <= room) {
                    real.write(bytes, place);
                    return;
                }
                ByteBuffer fits = bytes.slice(
                        bytes.position(), (int) Math.max(0, bytes.remaining() - growth + Math.max(0, room)));
                real.write(fits, place);
                throw new IOException("No space left on device");
            }

            @Override
            public void read(ByteBuffer bytes, long place) throws IOException {
                real.read(bytes, place);
            }

            @Override
            public void truncate(long size) throws IOException {
                real.truncate(size);
            }

            @Override
            public void force() throws IOException {
                real.force();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }
}
