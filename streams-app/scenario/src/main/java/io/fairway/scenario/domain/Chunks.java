package io.fairway.scenario.domain;

import io.fairway.core.model.Attribute;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.scenario.report.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The section {@code chunks}: the jobs that LSF dispatches together if all of them start now, by the first one. */
final class Chunks {
    private Chunks() {}

    /**
     * Makes the section.
     *
     * @param ranking of all jobs, in their order
     */
    static void report(List<RankedJob> ranking, Report report) {
        List<RankedJob> left = new ArrayList<>(ranking.stream()
                .filter(job -> job.request().isEmpty() && job.chunk().size() > 1)
                .toList());
        while (!left.isEmpty()) {
            RankedJob first = left.get(0);
            List<RankedJob> chunk = left.stream()
                    .filter(job -> !Collections.disjoint(
                            first.chunk().keys(), job.chunk().keys()))
                    .limit(first.chunk().size())
                    .toList();
            left.removeAll(chunk);
            report.row("chunks", first.key().job())
                    .put("queue", first.view().attributes().text(Attribute.QUEUE, ""))
                    .put("jobs", chunk.stream().map(job -> job.key().job()).collect(Collectors.joining(" ")));
        }
    }
}
