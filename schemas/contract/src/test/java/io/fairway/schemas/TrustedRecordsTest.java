package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.MeasureKind;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrustedRecordsTest {
    /** The first action of a producer, in classes that nothing has used yet. */
    public static final class FreshProgram implements Supplier<String> {
        @Override
        public String get() {
            Measure measure = Measure.newBuilder()
                    .setName("billing")
                    .setDecay(Decay.newBuilder().setKind(DecayKind.NONE).build())
                    .build();
            return measure.getKind().name();
        }
    }

    @Test
    void aRecordWithDefaultsCanBeBuiltFirst() throws Exception {
        URL[] classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(TrustedRecordsTest::url)
                .toArray(URL[]::new);

        try (var fresh = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            var program = (Supplier<?>) fresh.loadClass(FreshProgram.class.getName())
                    .getConstructor()
                    .newInstance();

            assertThat(program.get()).isEqualTo(MeasureKind.BILLING_TRES.name());
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("class path entry " + entry + " has no URL", e);
        }
    }
}
