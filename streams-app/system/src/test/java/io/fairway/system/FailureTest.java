package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** What an operator reads names no class of Java. */
class FailureTest {
    @Test
    void aKindOfFailureIsSaidInWords() {
        assertThat(Failure.line(new NoSuchFileException("a.yaml"))).isEqualTo("no such file a.yaml");
        assertThat(Failure.line(new IllegalStateException())).isEqualTo("illegal state");
        assertThat(Failure.line(new ExecutionException(new IOException("the disk is full"))))
                .isEqualTo("the disk is full");
        assertThat(
                        Failure.line(
                                new IOException(
                                        "PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: no path")))
                .isEqualTo("PKIX path building failed: no path");
    }

    @Test
    void anInterruptionIsKnownWhateverIsAroundIt() {
        assertThat(Failure.isInterruption(new IllegalStateException(new InterruptedException())))
                .isTrue();
        assertThat(Failure.isInterruption(new UncheckedIOException(new IOException("the disk is full"))))
                .isFalse();
    }
}
