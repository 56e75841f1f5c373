package io.fairway.app.whatif;

import io.fairway.client.table.PlainWriter;
import io.fairway.client.table.Shown;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.saved.SavedDomain;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of a queue in lines: now, and with the changes beside it. */
final class QueueText {
    private static final int FIRST = 20;
    private static final int MOVED_LINES = 5;

    /** What --recount means for the numbers. */
    static final String ESTIMATED =
            "usage is estimated from rows of hours and days, as if it had always decayed as the policy file says";

    private QueueText() {}

    static void print(
            SavedDomain state,
            NamedPolicy policy,
            List<ForetoldOrder.Line> lines,
            ChangedFiles changes,
            boolean all,
            PrintWriter out) {
        long moving = lines.stream().filter(ForetoldOrder.Line::moves).count();
        out.println("domain " + state.domain() + ", policy " + policy.name() + ", state of " + state.asOf());
        if (lines.isEmpty()) {
            out.println("no job waits");
            return;
        }
        if (changes.recount()) {
            out.println(ESTIMATED);
        }
        if (!changes.isEmpty()) {
            out.println(moving + " of " + lines.size() + (lines.size() == 1 ? " request" : " requests")
                    + " would have another place");
        }
        out.println();
        out.printf(
                changes.isEmpty() ? "%8s  %-20s %-16s %-16s %14s%n" : "%8s %6s  %-20s %-16s %-16s %14s %14s%n",
                changes.isEmpty()
                        ? new Object[] {"PLACE", "JOB", "USER", "ACCOUNT", "PRIORITY"}
                        : new Object[] {"THEN", "NOW", "JOB", "USER", "ACCOUNT", "PRIORITY THEN", "NOW"});
        lines.stream().limit(all ? lines.size() : FIRST).forEach(line -> print(line, changes, out));
        if (all || lines.size() <= FIRST) {
            return;
        }
        out.println("and " + (lines.size() - FIRST) + " more; --all prints them");
        List<ForetoldOrder.Line> most = lines.stream()
                .skip(FIRST)
                .filter(line -> line.now() != null && line.then() != null && line.moves())
                .sorted(Comparator.comparingInt(QueueText::distance).reversed())
                .limit(MOVED_LINES)
                .toList();
        if (!most.isEmpty()) {
            out.println();
            out.println("of these, the ones that move most:");
            most.forEach(line -> print(line, changes, out));
        }
    }

    private static int distance(ForetoldOrder.Line line) {
        return line.now() == null || line.then() == null
                ? 0
                : Math.abs(line.now().place() - line.then().place());
    }

    private static void print(ForetoldOrder.Line line, ChangedFiles changes, PrintWriter out) {
        var association = PendingJobs.association(line.any().key(), line.any().view());
        String job = PlainWriter.plain(line.any().key().cluster() + "/"
                + line.any().key().job()
                + (line.any().request().isEmpty() ? "" : " " + line.any().request()));
        String user = PlainWriter.plain(association.user());
        String account = PlainWriter.plain(association.account());
        if (changes.isEmpty()) {
            out.printf("%8s  %-20s %-16s %-16s %14s%n", place(line.then()), job, user, account, priority(line.then()));
        } else {
            out.printf(
                    "%8s %6s  %-20s %-16s %-16s %14s %14s%n",
                    place(line.then()),
                    place(line.now()),
                    job,
                    user,
                    account,
                    priority(line.then()),
                    priority(line.now()));
        }
    }

    private static String place(ForetoldOrder.@Nullable Place of) {
        return of == null || of.place() == 0 ? Shown.NONE : Integer.toString(of.place());
    }

    private static String priority(ForetoldOrder.@Nullable Place of) {
        return of == null ? Shown.NONE : Shown.fixed(of.priority(), of.priority() == Math.rint(of.priority()) ? 0 : 4);
    }
}
