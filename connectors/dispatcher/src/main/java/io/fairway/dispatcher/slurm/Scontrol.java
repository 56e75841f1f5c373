package io.fairway.dispatcher.slurm;

import io.fairway.dispatcher.process.ChildProgram;
import io.fairway.dispatcher.process.ChildProgram.Reads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One {@code scontrol} that reads commands on its standard input, for as long as it lives. It prints nothing if a command
 * succeeds, so each command is followed by a word that is none: scontrol names it on standard error, after all that it
 * had to say to the command.
 */
final class Scontrol implements Slurm {
    private static final Logger log = LoggerFactory.getLogger(Scontrol.class);
    private static final String MARK = "fairway-mark-";
    private static final int MAX_SAID = 500;

    private final List<String> command;
    private final long patienceMillis;
    private @Nullable ChildProgram program;
    private long marks;

    /**
     * Starts nothing yet.
     *
     * @param command the program and its arguments
     * @param patienceMillis how long to wait for the answer to one command
     */
    Scontrol(List<String> command, long patienceMillis) {
        this.command = List.copyOf(command);
        this.patienceMillis = patienceMillis;
    }

    @Override
    public List<Answer> carryOut(List<Update> updates) {
        List<Answer> answers = new ArrayList<>();
        String failure = "";
        for (Update update : updates) {
            if (failure.isEmpty()) {
                try {
                    answers.add(tell(update));
                    continue;
                } catch (IOException e) {
                    failure = String.valueOf(e.getMessage());
                    log.warn("{} \"{}\": {}", command.get(0), update.command(), failure);
                    stop();
                }
            }
            answers.add(new Answer(update, Answer.Kind.UNANSWERED, failure));
        }
        return answers;
    }

    /** Few jobs are components other than the first, so those cost a second question. */
    private Answer tell(Update update) throws IOException {
        Answer first = Answer.of(update, ask(update.commandOfFirst()));
        return first.kind() == Answer.Kind.GONE ? Answer.of(update, ask(update.command())) : first;
    }

    /** What scontrol says to a command; empty if it succeeds. */
    private String ask(String line) throws IOException {
        ChildProgram running = program;
        if (running == null) {
            running = ChildProgram.start(command, Reads.ERROR);
            program = running;
        }
        String mark = MARK + ++marks;
        running.write(line + "\n" + mark);
        StringJoiner output = new StringJoiner("; ");
        while (true) {
            String next = running.read(patienceMillis);
            if (next == null) {
                throw new IOException((running.hasEnded() ? "it ended" : "no answer within " + patienceMillis + " ms")
                        + (output.length() == 0 ? "" : ", after \"" + output + "\""));
            }
            if (next.contains(mark)) {
                return output.toString();
            }
            if (!next.isEmpty() && output.length() < MAX_SAID) {
                output.add(next.substring(0, Math.min(next.length(), MAX_SAID)));
            }
        }
    }

    private void stop() {
        ChildProgram running = program;
        program = null;
        if (running != null) {
            running.kill();
        }
    }

    @Override
    public void close() {
        ChildProgram running = program;
        program = null;
        if (running != null) {
            running.close();
        }
    }
}
