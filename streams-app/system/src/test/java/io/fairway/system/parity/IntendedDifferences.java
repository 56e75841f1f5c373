package io.fairway.system.parity;

import io.fairway.system.parity.RecordedAnswersTest.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What {@code evaluate} says otherwise since the engine computes it, and why. */
final class IntendedDifferences {
    private static final Map<String, Predicate<Cell>> ALL = new LinkedHashMap<>();

    static {
        meant(
                "usage of linear examples is in TRES-seconds: a record has processors, and no availability of 1",
                cell -> cell.site().startsWith("slurm-2.0-") && cell.column().equals("rawUsage"));
        meant(
                "use whose factor is 0 is not measured, and 0 in the report",
                cell -> Set.of("cpuHours", "runHours", "slots").contains(cell.column())
                        && cell.section().equals("fairshare"));
        meant(
                "a running job has no place; its request to resize has one",
                cell -> cell.section().equals("priorities")
                        && (isRow(cell) || cell.column().equals("place")));
        meant(
                "a factor without a weight is in no record of a priority",
                cell -> cell.section().equals("priorities")
                        && cell.now() == null
                        && !cell.column().equals("blocked")
                        && (!cell.column().endsWith("Term") || "0.0".equals(cell.before())));
        meant(
                "what blocks a job is said only where something does",
                cell -> cell.column().equals("blocked") && cell.now() == null && "no".equals(cell.before()));
        meant(
                "a factor whose group is in its grace period is 0",
                cell -> Set.of("PROC", "MEM", "SWAP", "JPRIORITY", "QPRIORITY").contains(cell.column())
                        && cell.now() instanceof Double now
                        && now == 0);
        meant(
                "the rule of a limit stands in a sentence",
                cell -> cell.column().equals("blocked")
                        && cell.before() instanceof String before
                        && cell.now() instanceof String now
                        && List.of(before.split(", ")).stream().allMatch(now::contains));
        meant(
                "jobs that run come behind those that wait",
                cell -> (cell.site().startsWith("MOAB") || cell.site().startsWith("moab")) && isOrder(cell));
        meant(
                "the queue of the higher PRIORITY is served first, as a whole",
                cell -> cell.site().equals("lsf-aps-bmod.yaml") && isOrder(cell));
        meant(
                "what the policy says of a queue is not repeated",
                cell -> cell.section().equals("queues")
                        && Set.of("PRIORITY", "SLOT_POOL", "slotsLeftOfPool").contains(cell.column())
                        && cell.now() == null);
        meant(
                "queues of a QUEUE_GROUP or a FAIRSHARE_QUEUES are served as one",
                cell -> cell.section().equals("queues")
                        && (isRow(cell) || cell.column().equals("place")));
        meant(
                "jobs stand in the order of queues that is published, and nothing starts in between",
                cell -> cell.section().equals("order"));
        meant(
                "the code of a warning stands in its message",
                cell -> cell.section().equals("warnings")
                        && (cell.now() == null || String.valueOf(cell.now()).endsWith(": " + cell.before())));
    }

    private IntendedDifferences() {}

    private static void meant(String why, Predicate<Cell> cells) {
        ALL.put(why, cells);
    }

    private static boolean isRow(Cell cell) {
        return cell.column().isEmpty() && cell.before() == null && cell.now() == null;
    }

    private static boolean isOrder(Cell cell) {
        return cell.key().equals("order") && cell.section().equals("priorities");
    }

    /** Why it differs; null = it should not. */
    static @Nullable String why(Cell cell) {
        return ALL.entrySet().stream()
                .filter(each -> each.getValue().test(cell))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    static Set<String> reasons() {
        return ALL.keySet();
    }
}
