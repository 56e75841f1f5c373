package io.fairway.agent.outbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is written at its end and read anywhere. Tests have one on a disk that fails. */
interface SegmentFile extends Closeable {
    /** Opens files, and makes those that are missing. */
    interface Disk {
        SegmentFile open(Path file) throws IOException;
    }

    /** The file system's own files. */
    Disk REAL = Channel::new;

    long size() throws IOException;

    /** Writes all bytes of the buffer, or fails with any number of them written. */
    void write(ByteBuffer bytes, long place) throws IOException;

    /** Reads until the buffer is full or the file ends. */
    void read(ByteBuffer bytes, long place) throws IOException;

    void truncate(long size) throws IOException;

    /** Returns when what was written survives a loss of power. */
    void force() throws IOException;

    /** A file of the file system. */
    record Channel(FileChannel file) implements SegmentFile {
        Channel(Path path) throws IOException {
            this(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void write(ByteBuffer bytes, long place) throws IOException {
            long at = place;
            while (bytes.hasRemaining()) {
                at += file.write(bytes, at);
            }
        }

        @Override
        public void read(ByteBuffer bytes, long place) throws IOException {
            long at = place;
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = file.read(bytes, at);
                at += Math.max(read, 0);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void force() throws IOException {
            file.force(false);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
