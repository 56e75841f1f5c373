package io.fairway.importers.slurm;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The versions of Slurm whose defaults an import knows. Where they differ:
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><th></th><th>2.0</th><th>22.05</th><th>24.11, 26.05</th></tr>
 *   <tr><td>PriorityType</td><td>priority/basic</td><td>priority/basic</td><td>priority/multifactor</td></tr>
 *   <tr><td>weights of a priority</td><td>1</td><td>0</td><td>0</td></tr>
 * </table>
 *
 * <p>Rules and the other defaults of 22.05 hold up to 26.05.
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05 and 26.05; Slurm 2.0 multifactor priority page of June 2009.
 */
enum SlurmVersion {
    SLURM_2_0("2.0", 200, "priority/basic"),
    SLURM_22_05("22.05", 2205, "priority/basic"),
    SLURM_24_11("24.11", 2411, "priority/multifactor"),
    SLURM_26_05("26.05", 2605, "priority/multifactor");

    /** The version where nothing tells it: what a site installs today. */
    static final SlurmVersion NEWEST = SLURM_26_05;

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\b.*");

    private final String text;
    private final int number;
    private final String priorityType;

    SlurmVersion(String text, int number, String priorityType) {
        this.text = text;
        this.number = number;
        this.priorityType = priorityType;
    }

    /** The names, for an option. */
    static List<String> names() {
        return Stream.of(values()).map(SlurmVersion::toString).toList();
    }

    /** The version of a name; {@code null} for another name. */
    static @Nullable SlurmVersion named(@Nullable String name) {
        return Stream.of(values())
                .filter(version -> version.text.equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * The newest of these that is not newer than a released version such as {@code 23.11.4}; 22.05 for older ones, because
     * nobody but {@code --dialect} asks for the page of 2.0; {@code null} if the text is no version.
     */
    static @Nullable SlurmVersion of(String released) {
        Matcher match = NUMBER.matcher(released);
        if (!match.matches()) {
            return null;
        }
        int wanted = Integer.parseInt(match.group(1)) * 100 + Integer.parseInt(match.group(2));
        SlurmVersion found = SLURM_22_05;
        for (SlurmVersion version : values()) {
            found = version.number <= wanted && version.number > found.number ? version : found;
        }
        return found;
    }

    /** PriorityType where slurm.conf has none. */
    String priorityType() {
        return priorityType;
    }

    boolean isBefore(SlurmVersion other) {
        return number < other.number;
    }

    @Override
    public String toString() {
        return text;
    }
}
