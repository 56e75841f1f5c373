package io.fairway.agent.sample;

import io.fairway.agent.metrics.AgentCounters;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts problems of counter files, and logs each once: a bad file is as bad at the next point. */
public final class FileProblems {
    private static final Logger LOG = LoggerFactory.getLogger(FileProblems.class);
    private static final int REMEMBERED = 256;

    private final AgentCounters counters;
    private final Set<String> logged = new LinkedHashSet<>();

    /** @param counters counts them */
    public FileProblems(AgentCounters counters) {
        this.counters = counters;
    }

    /** @param problem names file, line, value and rule */
    public synchronized void report(String problem) {
        counters.add(AgentCounters.Name.UNREADABLE_FILES, 1);
        if (logged.size() < REMEMBERED && logged.add(problem)) {
            LOG.warn("{}", problem);
        }
    }
}
