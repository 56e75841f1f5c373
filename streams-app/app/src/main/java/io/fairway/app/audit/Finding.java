package io.fairway.app.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One kind of trace: how often it is there, and where first. */
public final class Finding {
    private static final int EXAMPLES = 3;

    private final String what;
    private final String meaning;
    private final List<String> examples = new ArrayList<>();
    private final Set<String> once = new HashSet<>();
    private long count;

    /**
     * Nothing found yet.
     *
     * @param what was looked for, in the plural
     * @param meaning what it did to usage
     */
    Finding(String what, String meaning) {
        this.what = what;
        this.meaning = meaning;
    }

    void add(String example) {
        count++;
        if (examples.size() < EXAMPLES) {
            examples.add(example);
        }
    }

    /** Adds what several records may tell of, and only the first of them counts. */
    void addOnce(String example, RecordPlace place) {
        if (once.add(example)) {
            add(example + " (" + place + ")");
        }
    }

    /** What was looked for, in the plural. */
    public String what() {
        return what;
    }

    /** What it did to usage, and what helps. */
    public String meaning() {
        return meaning;
    }

    /** How often it is there. */
    public long count() {
        return count;
    }

    /** The first of them. */
    public List<String> examples() {
        return List.copyOf(examples);
    }
}
