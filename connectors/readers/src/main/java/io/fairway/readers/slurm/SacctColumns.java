package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a file of {@code sacct --parsable2}. It separates them by | and quotes nothing: a | in a job's name adds a
 * column. {@link SacctSurplus} finds which fields are certain then. If a run cannot be charged without one that is not, the
 * line is unreadable.
 */
final class SacctColumns {
    /** The export for Open XDMoD, without a header line. */
    static final SacctColumns OPEN_XDMOD = new SacctColumns(new SacctHeader(
            Arrays.asList(
                    ("jobid jobidraw cluster partition qos account group gid user uid submit eligible start end elapsed"
                                    + " exitcode state nnodes ncpus reqcpus reqmem reqtres alloctres timelimit nodelist jobname")
                            .split(" ")),
            '|',
            false));

    private static final int MAX_SURPLUS = 1_000;
    private static final Pattern ID = Pattern.compile("\\d+([_+][\\d\\[\\],%-]*)?(\\.\\w*)?");

    private final SacctHeader header;
    private final Map<SacctField, Integer> places = new EnumMap<>(SacctField.class);
    /** First and last column of each stretch of free texts. Where a stretch has a surplus, its texts are unknown. */
    private final List<int[]> stretches = new ArrayList<>();

    private SacctColumns(SacctHeader header) {
        this.header = header;
        List<String> names = header.names();
        for (int i = 0; i < names.size(); i++) {
            SacctField field = SacctField.of(names.get(i));
            if (field != null) {
                places.putIfAbsent(field, i);
                if (field.isFree()) {
                    addFree(i);
                }
            }
        }
    }

    private void addFree(int column) {
        int[] last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
        if (last != null && last[1] == column - 1) {
            last[1] = column;
        } else {
            stretches.add(new int[] {column, column});
        }
    }

    /**
     * The columns of a header.
     *
     * @throws BadValueException if one is missing that charging needs, or they cannot be told apart
     */
    static SacctColumns of(SacctHeader header, String line) {
        header.requireSeparator(line);
        SacctColumns columns = new SacctColumns(header);
        for (SacctField needed :
                List.of(SacctField.USER, SacctField.ACCOUNT, SacctField.STATE, SacctField.START, SacctField.END)) {
            require(needed.name(), columns.has(needed), line);
        }
        require(
                "ALLOCTRES, ALLOCCPUS or NCPUS",
                columns.has(SacctField.ALLOCTRES) || columns.has(SacctField.ALLOCCPUS) || columns.has(SacctField.NCPUS),
                line);
        return columns;
    }

    private static void require(String what, boolean there, String header) {
        if (!there) {
            throw new BadValueException("header", header, "must name " + what);
        }
    }

    boolean has(SacctField field) {
        return places.containsKey(field);
    }

    /** Whether a line begins a record, by the number of the job. Only where that stands before any free text. */
    boolean begins(String line) {
        int end = line.indexOf(header.separator());
        return ID.matcher(end < 0 ? line : line.substring(0, end)).matches();
    }

    /** Whether the first column has the number of the job. Then what begins with anything else is the rest of a text. */
    boolean beginsWithId() {
        SacctField first = SacctField.of(header.names().get(0));
        return first == SacctField.JOBID || first == SacctField.JOBIDRAW;
    }

    /** Whether jobs go by their raw numbers, also the waiting tasks of an array: JobIDRaw is the first column. */
    boolean beginsWithRawId() {
        return SacctField.of(header.names().get(0)) == SacctField.JOBIDRAW;
    }

    /** Whether a line has fewer fields than columns. */
    boolean isShort(String line) {
        int needed = header.names().size() - (header.endsWithSeparator() ? 0 : 1);
        int bars = 0;
        for (int bar = line.indexOf(header.separator());
                bar >= 0 && bars < needed;
                bar = line.indexOf(header.separator(), bar + 1)) {
            bars++;
        }
        return bars < needed;
    }

    /** Whether a short line may break off in a free text. */
    boolean mayGoOn(String line) {
        return !stretches.isEmpty() && split(line).size() > stretches.get(0)[0];
    }

    /** Whether the last column is a free text, which may go on after a whole line. */
    boolean endsWithText() {
        return !stretches.isEmpty()
                && stretches.get(stretches.size() - 1)[1] == header.names().size() - 1;
    }

    /**
     * The values of a line.
     *
     * @throws BadValueException if it has too few, or too many to know which is which
     */
    Row row(String line) {
        List<String> values = split(line);
        int surplus = values.size() - header.names().size();
        if (surplus == 0) {
            return new Row(values);
        }
        if (surplus < 0) {
            throw new BadValueException("line", line, number(line));
        }
        if (surplus > MAX_SURPLUS || stretches.isEmpty()) {
            throw unclear(line);
        }
        SacctSurplus ways = new SacctSurplus(places, stretches, values, surplus);
        if (!ways.isPossible()) {
            throw unclear(line);
        }
        List<@Nullable String> certain = ways.certain(String.valueOf(header.separator()));
        for (Map.Entry<SacctField, Integer> field : places.entrySet()) {
            if (certain.get(field.getValue()) == null && !field.getKey().isOptional()) {
                throw unclear(line);
            }
        }
        return new Row(certain.stream()
                .map(value -> Objects.requireNonNullElse(value, ""))
                .toList());
    }

    private List<String> split(String line) {
        List<String> values = new ArrayList<>(32);
        int from = 0;
        for (int bar = line.indexOf(header.separator()); bar >= 0; bar = line.indexOf(header.separator(), from)) {
            values.add(line.substring(from, bar));
            from = bar + 1;
        }
        if (!header.endsWithSeparator() || from < line.length()) {
            values.add(line.substring(from));
        }
        return values;
    }

    private BadValueException unclear(String line) {
        return new BadValueException(
                "line", line, number(line) + ", and which of them has a " + header.separator() + " in it is not clear");
    }

    /** The rule that a line with another number of fields breaks. */
    String number(String line) {
        return "must have " + header.names().size() + " fields, but has "
                + split(line).size();
    }

    /** One line. */
    final class Row {
        private final List<String> values;

        private Row(List<String> values) {
            this.values = values;
        }

        /** A value; empty if the file has no such column. */
        String get(SacctField field) {
            Integer place = places.get(field);
            return place == null ? "" : values.get(place);
        }

        /** The value of the first of several columns that the file has. */
        String first(SacctField... fields) {
            for (SacctField field : fields) {
                if (has(field)) {
                    return get(field);
                }
            }
            return "";
        }
    }
}
