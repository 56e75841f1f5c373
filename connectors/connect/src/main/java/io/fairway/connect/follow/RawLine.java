package io.fairway.connect.follow;

/**
 * A line as bytes.
 *
 * @param kept its bytes without the newline; of a line that is too long, only the first ones
 * @param length its length in bytes without the newline
 * @param end position after it and its newline
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record RawLine(byte[] kept, long length, long end) {
    /** Whether bytes of it were left out. */
    boolean isCut() {
        return kept.length < length;
    }
}
