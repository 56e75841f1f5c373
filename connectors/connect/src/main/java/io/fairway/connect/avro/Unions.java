package io.fairway.connect.avro;

import java.util.List;
import org.apache.avro.Schema;

/** The parts of Avro's unions. */
final class Unions {
    private Unions() {}

    /** The types of a union without null. */
    static List<Schema> options(Schema union) {
        return union.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .toList();
    }

    static boolean isNullable(Schema union) {
        return union.getTypes().stream().anyMatch(type -> type.getType() == Schema.Type.NULL);
    }
}
