package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.table.Details;
import io.fairway.client.table.Shown;
import io.fairway.client.table.TextPage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Queues and shares in the columns of LSF's bqueues and bhpart. {@code -} stands for what Fairway does not know. */
public final class LsfTables {
    private static final int SECONDS = 3600;

    private LsfTables() {}

    /** Slots as LSF counts them; jobs if the answer has no slots. */
    public static void bqueues(JsonNode answer, TextPage page) {
        page.raw("QUEUE_NAME      PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN  SUSP");
        for (JsonNode queue : answer.path("queues")) {
            double pending = slots(queue, "slotsPending", "pending");
            double running = slots(queue, "slotsRunning", "running");
            page.raw(Fixed.left(queue.path("queue").asText(), 15) + " "
                    + Fixed.right("-", 3) + "  "
                    + Fixed.left("-", 13) + " "
                    + Fixed.right("-", 5) + Fixed.right("-", 5) + Fixed.right("-", 5) + Fixed.right("-", 5)
                    + Fixed.right(Shown.fixed(pending + running, 0), 6)
                    + Fixed.right(Shown.fixed(pending, 0), 6)
                    + Fixed.right(Shown.fixed(running, 0), 6)
                    + Fixed.right("-", 6));
        }
    }

    private static double slots(JsonNode queue, String slots, String jobs) {
        return queue.path(slots).isNumber()
                ? queue.path(slots).asDouble()
                : queue.path(jobs).asDouble();
    }

    /** One block for each group that has members. */
    static void bhpart(JsonNode answer, TextPage page) {
        Map<String, JsonNode> blocks = new LinkedHashMap<>();
        for (int i = 0; i < answer.path("items").size(); i++) {
            JsonNode item = answer.path("items").get(i);
            String path = item.path("path").asText();
            String above = path.lastIndexOf('/') > 0 ? path.substring(1, path.lastIndexOf('/') + 1) : "";
            if (item.path("depth").asInt() > 0) {
                blocks.merge(above, Api.JSON.createArrayNode().add(i), (one, other) -> {
                    other.forEach(((com.fasterxml.jackson.databind.node.ArrayNode) one)::add);
                    return one;
                });
            }
        }
        page.raw("HOST_PARTITION_NAME: " + answer.path("tree").asText());
        page.raw("HOSTS: -");
        blocks.forEach((above, members) -> {
            page.raw("");
            page.raw("SHARE_INFO_FOR: " + answer.path("tree").asText() + "/" + above);
            page.raw("USER/GROUP     SHARES   PRIORITY  STARTED RESERVED   CPU_TIME RUN_TIME   ADJUST");
            members.forEach(
                    at -> page.raw(share(answer.path("items").path(at.asInt()), Details.of(answer, at.asInt()))));
        });
    }

    private static String share(JsonNode item, JsonNode rows) {
        String user = item.path("user").asText();
        String name = user.isEmpty() ? item.path("account").asText() : user;
        return Fixed.left(name, 14)
                + Fixed.right(Shown.text(item.path("shares")), 7)
                + Fixed.right(Shown.fixed(item.path("factor"), 3), 11)
                + Fixed.right(sum(rows, Set.of("slotsInUse", "slotsSuspended"), 1, 0), 9)
                + Fixed.right(sum(rows, Set.of("slotsReserved"), 1, 0), 9)
                + Fixed.right(sum(rows, Set.of("cpuTimeHours"), SECONDS, 1), 11)
                + Fixed.right(sum(rows, Set.of("runTimeHours", "historicalRunTimeHours"), SECONDS, 0), 9)
                + Fixed.right(sum(rows, Set.of("fairshareAdjustment"), 1, 3), 9);
    }

    private static String sum(JsonNode rows, Set<String> names, int times, int decimals) {
        double sum = 0;
        boolean found = false;
        for (String name : names) {
            JsonNode value = Details.find(rows, name).path("value");
            found |= value.isNumber();
            sum += value.asDouble();
        }
        return found ? Shown.fixed(sum * times, decimals) : Shown.NONE;
    }
}
