package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import io.fairway.bench.report.Findings;
import io.fairway.embedded.FreePorts;
import io.fairway.schemas.Topic;
import java.util.Locale;
import java.util.Map;

/**
 * What would be: 20,000 jobs wait, others come and go, and people ask for the state of the domain and for the place of a job with another
 * request, one question after the other. How long an answer takes, and how much longer a reader waits for priorities meanwhile.
 */
public final class WhatIfSection implements BenchSection {
    private static final String NAME = "whatif";
    private static final int ASSOCIATIONS = 5_000;
    private static final int PENDING = 20_000;
    private static final int RATE = 500;
    private static final int SECONDS = 30;
    private static final int FIRST_JOB = 10_000_000;

    @Override
    public void run(Bench bench) throws InterruptedException {
        int pending = bench.scaled(PENDING);
        BenchTree tree = BenchTree.of(bench.scaled(ASSOCIATIONS));
        String address = "127.0.0.1:" + FreePorts.take(1).get(0);
        try (Testbed bed = bench.open()) {
            tree.send(bed.writer());
            try (BenchChild child = bed.serve("ours", Map.of("http.listen", address), Bench.HEAP, Bench.COLLECTOR)) {
                GroupWatch.follow(bed, child, "ours", bed.inputs(), bed.ends(bed.inputs()), Bench.LIMIT);
                MillionSection.pend(bench, bed, child, tree, pending);
                LiveTraffic traffic = new LiveTraffic(bed, tree, FIRST_JOB);
                live(bench, bed, traffic, child); // until its code is compiled
                LiveTraffic.Delays alone = live(bench, bed, traffic, child);
                try (WhatIfQuestions questions = WhatIfQuestions.ask("http://" + address, pending)) {
                    LiveTraffic.Delays asked = live(bench, bed, traffic, child);
                    report(bench, alone, asked, questions);
                }
            }
        }
    }

    private static LiveTraffic.Delays live(Bench bench, Testbed bed, LiveTraffic traffic, BenchChild child)
            throws InterruptedException {
        LiveTraffic.Delays delays =
                traffic.run(bench.scaled(RATE), bench.seconds(SECONDS), bed.name(Topic.PRIORITIES), false, child);
        bench.say(String.format(Locale.ROOT, "%s", delays));
        return delays;
    }

    private static void report(
            Bench bench, LiveTraffic.Delays alone, LiveTraffic.Delays asked, WhatIfQuestions questions) {
        Findings found = bench.findings();
        found.add(NAME, "event to priority, p50, asked over not asked", "ms", asked.p50(), alone.p50(), BenchGoal.NONE);
        found.add(NAME, "event to priority, p99, asked over not asked", "ms", asked.p99(), alone.p99(), BenchGoal.NONE);
        found.add(NAME, "submissions without a priority", "", (double) asked.lost(), BenchGoal.valueAtMost(0));
        found.add(NAME, "what if of a job, median", "ms", questions.whatIf().median(), BenchGoal.NONE);
        found.add(NAME, "what if of a job, longest", "ms", questions.whatIf().longest(), BenchGoal.NONE);
        found.add(NAME, "state of the domain, median", "ms", questions.state().median(), BenchGoal.NONE);
        found.add(NAME, "state of the domain, longest", "ms", questions.state().longest(), BenchGoal.NONE);
        found.add(NAME, "size of the state, packed", "MB", questions.bytes() / 1e6, BenchGoal.NONE);
        found.add(NAME, "questions that failed", "", (double) questions.failed(), BenchGoal.valueAtMost(0));
        if (!questions.failure().isEmpty()) {
            bench.say("failed: " + questions.failure());
        }
        bench.say(String.format(
                Locale.ROOT,
                "%d questions for what if, %d for the state",
                questions.whatIf().count(),
                questions.state().count()));
    }
}
