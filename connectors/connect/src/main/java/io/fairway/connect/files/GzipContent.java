package io.fairway.connect.files;

import io.fairway.connect.follow.LogContent;
import io.fairway.readers.GzipStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file in gzip's format, decompressed. It is read forward; to go back, it is decompressed again from its start. */
final class GzipContent implements LogContent {
    private static final int BUFFER = 64 * 1024;

    private final Path path;
    private InputStream in;
    private long at;

    GzipContent(Path path) throws IOException {
        this.path = path;
        in = open(path);
    }

    private static InputStream open(Path path) throws IOException {
        return new GzipStream(Files.newInputStream(path));
    }

    @Override
    public int read(long position, byte[] into) throws IOException {
        if (into.length == 0) {
            return 0;
        }
        if (position < at) {
            in.close();
            in = open(path);
            at = 0;
        }
        byte[] skipped = new byte[(int) Math.min(BUFFER, position - at)];
        while (at < position) {
            int count = in.read(skipped, 0, (int) Math.min(skipped.length, position - at));
            if (count < 0) {
                return -1;
            }
            at += count;
        }
        int count = in.read(into);
        at += Math.max(0, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
