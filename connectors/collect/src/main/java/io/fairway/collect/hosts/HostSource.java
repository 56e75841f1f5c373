package io.fairway.collect.hosts;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The schedulers that can be asked for their hosts, and by which command. */
@SuppressWarnings("ImmutableEnumChecker") // lists that cannot be changed, and readers without state
enum HostSource {
    SLURM(List.of("scontrol", "-a", "-o", "show", "nodes"), ScontrolNodes::read),
    LSF(List.of("bhosts", "-w", "-X"), BhostsTable::read),
    PBS(List.of("pbsnodes", "-a", "-F", "json"), PbsNodes::read);

    private final List<String> command;
    private final AnswerReader reader;

    /** Reads an answer. */
    @FunctionalInterface
    private interface AnswerReader {
        HostLook read(String source, Reader answer) throws IOException;
    }

    HostSource(List<String> command, AnswerReader reader) {
        this.command = command;
        this.reader = reader;
    }

    /**
     * The source of a word.
     *
     * @throws IllegalArgumentException if there is none
     */
    static HostSource of(String word) {
        for (HostSource source : values()) {
            if (source.word().equals(word)) {
                return source;
            }
        }
        throw new IllegalArgumentException("scheduler \"" + word + "\": must be one of "
                + String.join(
                        ", ", Arrays.stream(values()).map(HostSource::word).toList()));
    }

    /** Its name on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The program that answers. */
    String program() {
        return command.get(0);
    }

    /** The question: the program, or what is to run instead of it, with its arguments. */
    List<String> command(String program) {
        List<String> words = new ArrayList<>(command);
        words.set(0, program);
        return words;
    }

    /**
     * Reads an answer.
     *
     * @throws IOException if it lists no host, or cannot be read as a whole; has command, place and rule
     */
    HostLook read(Reader answer) throws IOException {
        return reader.read(String.join(" ", command), answer);
    }
}
