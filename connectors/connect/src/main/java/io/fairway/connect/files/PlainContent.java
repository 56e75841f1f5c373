package io.fairway.connect.files;

import io.fairway.connect.follow.LogContent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file as it is. The file that was opened stays open, whatever happens to its name. */
final class PlainContent implements LogContent {
    private final FileChannel channel;

    PlainContent(Path path) throws IOException {
        channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    @Override
    public int read(long position, byte[] into) throws IOException {
        return channel.read(ByteBuffer.wrap(into), position);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
