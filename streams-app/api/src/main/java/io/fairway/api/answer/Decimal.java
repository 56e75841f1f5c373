package io.fairway.api.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/** Writes a number always with decimals, 4 as 4.0. A value that is not a number is empty. */
final class Decimal extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    Decimal() {
        super(Double.class);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Double value) {
        return value.isNaN();
    }

    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider) throws IOException {
        to.writeNumber(value);
    }
}
