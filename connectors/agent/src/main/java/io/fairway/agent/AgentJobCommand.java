package io.fairway.agent;

import io.fairway.agent.job.JobClient;
import io.fairway.agent.job.JobMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway agent job}: what prolog and epilog call. It loads nothing of Kafka. */
@Command(
        name = "job",
        mixinStandardHelpOptions = true,
        description = {
            "Tell the agent of this host that a job starts or ends. For prologs and epilogs.",
            "",
            "Where the agent does not answer, the message waits in the spool. A job never fails because of this command:"
                    + " it exits with 0 and a warning, unless --strict is given.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:told, spooled, or failed with a warning", "1:with --strict: the report is lost or refused"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  In Slurm's Prolog and Epilog:",
            "    fairway agent job start job=$SLURM_JOB_ID run=$SLURM_JOB_START_TIME \\",
            "      user=$SLURM_JOB_USER account=$SLURM_JOB_ACCOUNT",
            "    fairway agent job finish job=$SLURM_JOB_ID run=$SLURM_JOB_START_TIME"
        })
final class AgentJobCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "start|finish", description = "What happened.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String happened;

    @Parameters(
            index = "1..*",
            paramLabel = "KEY=VALUE",
            description = "job=ID and what else is known; an empty value is left out. docs/agent.md lists the keys.")
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(names = "--socket", paramLabel = "PATH", description = "Socket of the agent (default: ${DEFAULT-VALUE}).")
    private Path socket = Path.of(JobClient.SOCKET);

    @Option(names = "--spool", paramLabel = "DIR", description = "Spool directory (default: ${DEFAULT-VALUE}).")
    private Path spool = Path.of(JobClient.SPOOL);

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Patience with the agent (default: ${DEFAULT-VALUE}).")
    private double timeout = 3;

    @Option(names = "--strict", description = "Exit with 1 if the report is lost or refused.")
    private boolean strict;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        long now = System.currentTimeMillis();
        String warning;
        boolean isKept = false;
        try {
            JobClient.Outcome outcome =
                    JobClient.tell(socket, spool, message(now), Duration.ofMillis((long) (timeout * 1000)), now);
            warning = outcome.warning();
            isKept = outcome.isKept();
        } catch (IllegalArgumentException e) {
            warning = String.valueOf(e.getMessage());
        }
        if (!warning.isEmpty()) {
            spec.commandLine().getErr().println("fairway agent job: " + warning);
        }
        return strict && !isKept ? 1 : 0;
    }

    private JobMessage message(long nowMillis) {
        Map<String, String> given = new TreeMap<>(values);
        given.values().removeIf(String::isEmpty);
        for (String key : given.keySet()) {
            if (!JobMessage.KEYS.containsKey(key)) {
                throw new IllegalArgumentException(
                        key + ": must be one of " + String.join(", ", new TreeMap<>(JobMessage.KEYS).keySet()));
            }
        }
        given.putIfAbsent(JobMessage.TIME, String.format(Locale.ROOT, "%d.%03d", nowMillis / 1000, nowMillis % 1000));
        return JobMessage.checked(new JobMessage(verb(happened), given));
    }

    private static JobMessage.Verb verb(@Nullable String word) {
        return switch (String.valueOf(word)) {
            case "start" -> JobMessage.Verb.START;
            case "finish" -> JobMessage.Verb.FINISH;
            default -> throw new IllegalArgumentException(word + ": must be start or finish");
        };
    }
}
