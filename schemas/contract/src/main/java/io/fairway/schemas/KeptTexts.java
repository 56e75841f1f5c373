package io.fairway.schemas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * A list of texts in records that are sent again and again, such as the names of the users of an account. It is encoded once,
 * and keeps these bytes, not the texts. Never changes. For one thread at a time.
 */
public final class KeptTexts extends AbstractList<String> implements RandomAccess {
    private final List<String> texts;
    private byte @Nullable [] encoded;

    private KeptTexts(List<String> texts) {
        this.texts = texts;
    }

    /**
     * The text of each element.
     *
     * @param elements a list that never changes
     */
    public static <E> KeptTexts of(List<E> elements, Function<E, String> text) {
        return new KeptTexts(new AbstractList<>() {
            @Override
            public String get(int index) {
                return text.apply(elements.get(index));
            }

            @Override
            public int size() {
                return elements.size();
            }
        });
    }

    @Override
    public String get(int index) {
        return texts.get(index);
    }

    @Override
    public int size() {
        return texts.size();
    }

    /** An array of strings in Avro's binary encoding. */
    byte[] encoded() {
        byte[] bytes = encoded;
        if (bytes == null) {
            bytes = encode();
            encoded = bytes;
        }
        return bytes;
    }

    private byte[] encode() {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(output, null);
        try {
            encoder.writeArrayStart();
            encoder.setItemCount(size());
            for (String text : this) {
                encoder.startItem();
                encoder.writeString(text);
            }
            encoder.writeArrayEnd();
            return output.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
