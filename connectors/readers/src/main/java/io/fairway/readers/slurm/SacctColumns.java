package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.LocalTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The columns of a file of {@code sacct --parsable2}. It separates columns by | and quotes nothing: a | in a job's name adds
 * a column. The surplus then goes to the columns of free text, in the one way in which all times stay times.
 */
final class SacctColumns {
    /** The export for Open XDMoD, without a header line. */
    static final SacctColumns OPEN_XDMOD = new SacctColumns(
            List.of("jobid jobidraw cluster partition qos account group gid user uid submit eligible start end elapsed"
                    .split(" ")),
            List.of("exitcode state nnodes ncpus reqcpus reqmem reqtres alloctres timelimit nodelist jobname"
                    .split(" ")));

    private static final Pattern NAME = Pattern.compile("[A-Za-z]+(%-?\\d+)?");
    private static final List<SacctField> TIMES = List.of(SacctField.SUBMIT, SacctField.START, SacctField.END);
    private static final int MAX_SURPLUS = 32;

    private final List<String> names;
    private final Map<SacctField, Integer> places = new EnumMap<>(SacctField.class);
    private final int[] free;
    private final boolean endsWithBar;

    private SacctColumns(List<String> first, List<String> second) {
        this(join(first, second), false);
    }

    private SacctColumns(List<String> names, boolean endsWithBar) {
        this.names = names;
        this.endsWithBar = endsWithBar;
        List<Integer> texts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            SacctField field = SacctField.of(names.get(i));
            if (field != null) {
                places.putIfAbsent(field, i);
                if (field.isFree()) {
                    texts.add(i);
                }
            }
        }
        free = texts.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<String> join(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** Whether a line names columns: words, of which one is JobID or JobIDRaw. */
    static boolean isHeader(String line) {
        boolean hasId = false;
        for (String name : withoutBar(line).split("\\|", -1)) {
            if (!NAME.matcher(name).matches()) {
                return false;
            }
            SacctField field = SacctField.of(name);
            hasId |= field == SacctField.JOBID || field == SacctField.JOBIDRAW;
        }
        return hasId;
    }

    /**
     * The columns that a header line names.
     *
     * @throws BadValueException if one is missing that charging needs
     */
    static SacctColumns of(String header) {
        SacctColumns columns =
                new SacctColumns(Arrays.asList(withoutBar(header).split("\\|", -1)), header.endsWith("|"));
        for (SacctField needed :
                List.of(SacctField.USER, SacctField.ACCOUNT, SacctField.STATE, SacctField.START, SacctField.END)) {
            columns.require(needed.name(), columns.places.containsKey(needed), header);
        }
        columns.require(
                "ALLOCTRES, ALLOCCPUS or NCPUS",
                columns.places.containsKey(SacctField.ALLOCTRES)
                        || columns.places.containsKey(SacctField.ALLOCCPUS)
                        || columns.places.containsKey(SacctField.NCPUS),
                header);
        return columns;
    }

    private void require(String what, boolean there, String header) {
        if (!there) {
            throw new BadValueException("header", header, "must name " + what);
        }
    }

    private static String withoutBar(String line) {
        return line.endsWith("|") ? line.substring(0, line.length() - 1) : line;
    }

    boolean has(SacctField field) {
        return places.containsKey(field);
    }

    /**
     * The values of a line.
     *
     * @throws BadValueException if it has too few, or too many to know which is which
     */
    Row row(String line) {
        List<String> values = split(endsWithBar ? withoutBar(line) : line);
        int surplus = values.size() - names.size();
        if (surplus == 0) {
            return new Row(values);
        }
        if (surplus < 0) {
            throw new BadValueException(
                    "line", line, "must have " + names.size() + " fields, but has " + values.size());
        }
        List<Row> possible = new ArrayList<>();
        if (free.length > 0 && surplus <= MAX_SURPLUS) {
            spread(values, new int[free.length], 0, surplus, possible);
        }
        if (possible.size() != 1) {
            throw new BadValueException(
                    "line",
                    line,
                    "must have " + names.size() + " fields, but has " + values.size()
                            + ", and which of them has a | in it is not clear");
        }
        return possible.get(0);
    }

    private static List<String> split(String line) {
        List<String> values = new ArrayList<>(32);
        int from = 0;
        for (int bar = line.indexOf('|'); bar >= 0; bar = line.indexOf('|', from)) {
            values.add(line.substring(from, bar));
            from = bar + 1;
        }
        values.add(line.substring(from));
        return values;
    }

    /** Tries every way to give the surplus to the columns of free text. */
    private void spread(List<String> values, int[] extra, int column, int left, List<Row> possible) {
        if (column == free.length - 1) {
            extra[column] = left;
            Row row = new Row(joined(values, extra));
            if (row.isPossible()) {
                possible.add(row);
            }
            return;
        }
        for (int here = 0; here <= left; here++) {
            extra[column] = here;
            spread(values, extra, column + 1, left - here, possible);
        }
    }

    private List<String> joined(List<String> values, int[] extra) {
        List<String> joined = new ArrayList<>(names.size());
        int from = 0;
        for (int i = 0, text = 0; i < names.size(); i++) {
            int width = 1;
            if (text < free.length && free[text] == i) {
                width += extra[text++];
            }
            joined.add(String.join("|", values.subList(from, from + width)));
            from += width;
        }
        return joined;
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
                if (places.containsKey(field)) {
                    return get(field);
                }
            }
            return "";
        }

        private boolean isPossible() {
            for (SacctField time : TIMES) {
                String text = get(time);
                if (!text.isEmpty() && !LocalTimes.hasForm(text) && !SacctParser.isNoTime(text)) {
                    return false;
                }
            }
            return true;
        }
    }
}
