package io.fairway.collect.slurm;

import io.fairway.avro.JobAttributes;
import java.util.Objects;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** What changed among the attributes of a job. */
final class AttributeChanges {
    private AttributeChanges() {}

    /** The attributes that have another value than before; null if there is none. A value that went away stays as it was. */
    static @Nullable JobAttributes between(JobAttributes before, JobAttributes now) {
        JobAttributes changes = new JobAttributes();
        boolean any = false;
        for (Schema.Field field : now.getSchema().getFields()) {
            Object value = now.get(field.pos());
            if (value != null && !Objects.equals(value, before.get(field.pos()))) {
                changes.put(field.pos(), value);
                any = true;
            }
        }
        return any ? changes : null;
    }
}
