package io.fairway.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.specific.SpecificRecord;

/** The schemas of all versions that stores may have, so that a store can read the records of older versions. */
public final class ReleasedSchemas {
    /** In the order of release. */
    static final List<String> VERSIONS = List.of("v1", "v2");

    private ReleasedSchemas() {}

    /** Lets a decoder of single-object encoded records read every released version of its type. */
    public static <T extends SpecificRecord> BinaryMessageDecoder<T> teach(
            BinaryMessageDecoder<T> decoder, Class<T> type) {
        for (String version : VERSIONS) {
            String name = "released/" + version + "/" + type.getSimpleName() + ".avsc";
            try (InputStream schema = ReleasedSchemas.class.getResourceAsStream(name)) {
                if (schema != null) {
                    decoder.addSchema(new Schema.Parser().parse(schema));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return decoder;
    }
}
