package io.fairway.connect.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.connect.follow.LogContent;
import io.fairway.connect.follow.Sighting;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFilesTest {
    @TempDir
    private Path directory;

    @Test
    void wildcardsStandInDirectoriesAndNames() throws IOException {
        for (String path : new String[] {"c1/log", "c1/log.1", "c2/log", "c2/other", "c3"}) {
            Path file = directory.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, path);
        }
        Files.createDirectory(directory.resolve("c1/log.d"));

        assertThat(LogFiles.of(directory + "/c?/log*").list())
                .extracting(file -> directory.relativize(Path.of(file.path())).toString())
                .containsExactlyInAnyOrder("c1/log", "c1/log.1", "c2/log");
        assertThat(LogFiles.of(directory + "/c9/log*").list()).isEmpty();
    }

    @Test
    void aRenamedFileKeepsItsInodeAndAnOpenOneItsBytes() throws IOException {
        Path file = Files.writeString(directory.resolve("log"), "one\n");
        LogFiles files = LogFiles.of(directory + "/log*");
        Sighting before = files.list().get(0);
        try (LogContent content = files.open(before)) {
            Files.move(file, directory.resolve("log.1"));
            Files.writeString(directory.resolve("log"), "two\n");

            assertThat(content.read(0, 10)).asString().isEqualTo("one\n");
        }
        assertThat(files.list())
                .filteredOn(found -> found.inode().equals(before.inode()))
                .extracting(Sighting::path)
                .containsExactly(directory.resolve("log.1").toString());
    }

    @Test
    void aCompressedFileIsReadFromAnyPlaceForwardAndBack() throws IOException {
        byte[] text = "0123456789\n".repeat(50_000).getBytes(StandardCharsets.US_ASCII);
        compress(text, Integer.MAX_VALUE);
        LogFiles files = LogFiles.of(directory + "/log*");
        try (LogContent content = files.open(files.list().get(0))) {
            assertThat(content.read(500_000, 20)).isEqualTo(Arrays.copyOfRange(text, 500_000, 500_020));
            assertThat(content.read(3, 20)).isEqualTo(Arrays.copyOfRange(text, 3, 23));
            assertThat(content.read(text.length - 2, 20)).hasSize(2);
            assertThat(content.read(text.length, 1)).isEmpty();
        }
    }

    @Test
    void aCompressedFileThatIsBeingWrittenEndsInTheMiddle() throws IOException {
        compress("0123456789\n".repeat(50_000).getBytes(StandardCharsets.US_ASCII), 700);
        LogFiles files = LogFiles.of(directory + "/log*");
        try (LogContent content = files.open(files.list().get(0))) {
            assertThatThrownBy(() -> content.read(0, 550_000)).isInstanceOf(EOFException.class);
        }
    }

    /** Two compressed files joined: in the header of the second, a bit is wrong. What comes before it is read. */
    @Test
    void whatCannotBeUnpackedIsAnErrorAndNotTheEnd() throws IOException {
        byte[] text = "0123456789\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
        compress(text, Integer.MAX_VALUE);
        Path file = directory.resolve("log.1.gz");
        byte[] one = Files.readAllBytes(file);
        byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        Files.write(file, two);
        LogFiles files = LogFiles.of(directory + "/log*");
        try (LogContent content = files.open(files.list().get(0))) {
            assertThat(content.read(0, 3000)).hasSize(2200);
        }
        two[one.length] ^= 1;
        Files.write(file, two);

        try (LogContent content = files.open(files.list().get(0))) {
            assertThat(content.read(0, 1100)).isEqualTo(text);
            assertThatThrownBy(() -> content.read(1100, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("byte " + one.length + ": ");
        }
    }

    @Test
    void aPathThatIsNotAbsoluteOrNoPatternIsRefused() {
        assertThatThrownBy(() -> LogFiles.of("log/*"))
                .hasMessageContaining("\"log/*\"")
                .hasMessageContaining("begin with /");
        assertThatThrownBy(() -> LogFiles.of("/log/[a")).hasMessageContaining("/log/[a");
        assertThatThrownBy(() -> LogFiles.of("/")).hasMessageContaining("must name files");
    }

    private void compress(byte[] text, int most) throws IOException {
        Path file = directory.resolve("log.1.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text);
        }
        byte[] packed = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(packed, Math.min(packed.length, most)));
    }
}
