package io.fairway.agent.cgroup;

import java.util.List;

/** Reads the text of counter files. A text that is not as the kernel writes it is refused, with the line and the rule. */
final class CounterText {
    private CounterText() {}

    /** A file of one number. */
    static long single(String text) {
        return number(text.strip(), 1);
    }

    /**
     * The number after a word at the beginning of a line, as in {@code cpu.stat} and {@code memory.stat}.
     *
     * @throws IllegalArgumentException if no line has it
     */
    static long named(String text, String name) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(name) && line.length() > name.length() && line.charAt(name.length()) == ' ') {
                return number(line.substring(name.length() + 1).strip(), i + 1);
            }
        }
        throw new IllegalArgumentException("must have a line " + name);
    }

    /** The sum over all devices of a key of {@code io.stat}: {@code 8:0 rbytes=1 wbytes=2 rios=3 ...}. */
    static long devices(String text, String key) {
        long sum = 0;
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            for (String word : lines.get(i).split(" ")) {
                if (word.startsWith(key + "=")) {
                    sum += number(word.substring(key.length() + 1), i + 1);
                }
            }
        }
        return sum;
    }

    /** The sum over all devices of an operation of v1's blkio: {@code 8:0 Read 1}. */
    static long operations(String text, String operation) {
        long sum = 0;
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String[] words = lines.get(i).split(" ");
            if (words.length == 3 && words[1].equals(operation)) {
                sum += number(words[2], i + 1);
            }
        }
        return sum;
    }

    private static long number(String text, int line) {
        if (!text.isEmpty() && text.length() < 20 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                // More than 63 bits; refused below.
            }
        }
        String shown = text.length() <= 40 ? text : text.substring(0, 40) + "...";
        throw new IllegalArgumentException("line " + line + ": \"" + shown + "\" must be a whole number of 0 or more");
    }
}
