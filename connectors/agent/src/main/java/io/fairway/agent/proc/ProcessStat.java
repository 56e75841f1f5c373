package io.fairway.agent.proc;

/**
 * What {@code /proc/PID/stat} says of a process.
 *
 * @param pid its id
 * @param parent the id of its parent
 * @param session the id of its session
 * @param cpuTicks CPU time of it and of those children that it has waited for, in clock ticks
 * @param residentPages its memory, in pages
 */
record ProcessStat(long pid, long parent, long session, long cpuTicks, long residentPages) {
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int UTIME = 11;
    private static final int CHILDREN_STIME = 14;
    private static final int RSS = 21;

    /**
     * Reads the text of the file. The name of the program, in brackets, may have blanks and brackets in it.
     *
     * @throws IllegalArgumentException if it is not as the kernel writes it
     */
    static ProcessStat parse(String text) {
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        if (open < 1 || close < open || close + 2 > text.length()) {
            throw new IllegalArgumentException("must have the program's name in brackets");
        }
        String[] fields = text.substring(close + 2).strip().split(" ");
        if (fields.length <= RSS) {
            throw new IllegalArgumentException(
                    "has " + fields.length + " fields after the name; must have more than " + RSS);
        }
        long ticks = 0;
        for (int i = UTIME; i <= CHILDREN_STIME; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return new ProcessStat(
                Long.parseLong(text.substring(0, open).strip()),
                Long.parseLong(fields[PARENT]),
                Long.parseLong(fields[SESSION]),
                ticks,
                Long.parseLong(fields[RSS]));
    }
}
