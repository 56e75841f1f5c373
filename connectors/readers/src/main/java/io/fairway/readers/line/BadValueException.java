package io.fairway.readers.line;

/** A value that breaks its rule. Parsers turn it into a {@link ParsedLine.Bad}; it has no stack trace. */
public final class BadValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String rule;

    /**
     * @param field the name of the value in its format
     * @param rule what it must be
     */
    public BadValueException(String field, String value, String rule) {
        super(field + " \"" + value + "\": " + rule, null, false, false);
        this.field = field;
        this.value = value;
        this.rule = rule;
    }

    /** The line that it makes. */
    public ParsedLine.Bad line() {
        return new ParsedLine.Bad(field, value, rule);
    }
}
