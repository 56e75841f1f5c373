package io.fairway.importers;

/**
 * The place of a value in a file.
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
