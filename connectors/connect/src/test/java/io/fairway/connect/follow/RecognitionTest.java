package io.fairway.connect.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecognitionTest {
    private static final String HEADER = "# header\n";

    /** A log whose first job was "a", read up to "b", which is far behind it. */
    private static final String READ = HEADER + "a\n" + ".".repeat(500) + "\nb\n";

    private static final LogCursor CURSOR = new LogCursor(
            3, "log", "inode", READ.length(), 4, HEADER + "a\n", true, READ.substring(READ.length() - 128), 0);

    private static Recognition of(String inode, String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        LogContent content = new LogContent() {
            @Override
            public int read(long position, byte[] into) {
                int count = (int) Math.min(into.length, bytes.length - position);
                if (count <= 0) {
                    return into.length == 0 ? 0 : -1;
                }
                System.arraycopy(Arrays.copyOfRange(bytes, (int) position, (int) position + count), 0, into, 0, count);
                return count;
            }

            @Override
            public void close() {}
        };
        return Recognition.of(inode, content, List.of(CURSOR));
    }

    @Test
    void aContentWithAllThatWasReadContinuesWhateverItsFile() throws Exception {
        assertThat(of("inode", READ)).isEqualTo(new Recognition.Continues(CURSOR));
        assertThat(of("other", READ + "c\n")).isEqualTo(new Recognition.Continues(CURSOR));
    }

    @Test
    void aShorterCopyIsKnownAndTheCutFileItselfBeginsAgain() throws Exception {
        String shorter = READ.substring(0, 300);

        assertThat(of("other", shorter)).isEqualTo(new Recognition.Known(CURSOR));
        assertThat(of("inode", shorter)).isEqualTo(new Recognition.Begins(CURSOR));
    }

    @Test
    void aContentThatDiffersBeforeThePositionIsNew() throws Exception {
        String rewritten = READ.replace("\nb\n", "\nB\n") + "c\n";

        assertThat(of("other", rewritten)).isEqualTo(new Recognition.Begins(null));
        assertThat(of("inode", rewritten)).isEqualTo(new Recognition.Begins(CURSOR));
        assertThat(of("inode", HEADER + "z\n" + READ)).isEqualTo(new Recognition.Begins(null));
    }

    @Test
    void aContentOfWhichOnlyAKnownBeginningIsThereHasNothingNewYet() throws Exception {
        assertThat(of("inode", "")).isEqualTo(new Recognition.Known(CURSOR));
        assertThat(of("other", HEADER)).isEqualTo(new Recognition.Known(CURSOR));
    }
}
