package io.fairway.importers;

/**
 * Where something stands.
 *
 * @param file its name
 * @param line from 1; 0 = the file as a whole
 */
public record Place(String file, int line) {
    @Override
    public String toString() {
        return line == 0 ? file : file + ", line " + line;
    }
}
