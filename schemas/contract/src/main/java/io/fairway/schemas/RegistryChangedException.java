package io.fairway.schemas;

/**
 * The schema registry has another schema, or none, under an id by which this program has read or written before. Records under
 * the old ids would be taken for others, and what is registered now would get ids that are in use. The record itself may be
 * right: it is read again when the schemas are back under their ids.
 */
public final class RegistryChangedException extends RegistryAwayException {
    private static final long serialVersionUID = 1L;

    RegistryChangedException(String message) {
        super(message, null);
    }

    /** Whether the registry changed, and is not only away. */
    public static boolean isChange(Throwable failure) {
        return Causes.anyOf(failure, RegistryChangedException.class::isInstance);
    }
}
