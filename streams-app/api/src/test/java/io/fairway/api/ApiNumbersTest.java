package io.fairway.api;

import static io.fairway.engine.FourPolicies.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.client.command.FairshareCommand;
import io.fairway.client.command.PriorityCommand;
import io.fairway.engine.FourPolicies;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The numbers behind factors, over HTTP and as the tools of LSF and Moab show them; computed by hand. */
class ApiNumbersTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The part of a usage that is left 67 minutes after its end, with HIST_HOURS 3.322. */
    private static final double LEFT = Math.pow(10, -(67 / 60.0) / 3.322);

    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), FourPolicies.pipeline(), NOW);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatDynamicPriorityIsMadeOf() throws Exception {
        JsonNode anna = rows("normal/physics/anna", "lsf");
        assertThat(value(anna, "cpuTime", "cpuTimeHours")).isCloseTo(2 * LEFT, within(1e-9));
        assertThat(value(anna, "runTime", "runTimeHours")).isZero();
        assertThat(value(anna, "runTime", "historicalRunTimeHours")).isCloseTo(LEFT, within(1e-9));
        assertThat(value(anna, "jobSlots", "slotsInUse")).isZero();
        assertThat(row(anna, "fairshare").get("value").doubleValue())
                .isCloseTo(3 / (1.05 * 3 * LEFT + 1), within(1e-9));

        JsonNode ben = rows("normal/physics/ben", "lsf");
        assertThat(value(ben, "cpuTime", "cpuTimeHours")).isZero();
        assertThat(value(ben, "runTime", "runTimeHours")).isCloseTo(97 / 60.0, within(1e-12));
        assertThat(value(ben, "jobSlots", "slotsInUse")).isEqualTo(2);
        assertThat(value(ben, "jobSlots", "slotsReserved")).isZero();
        assertThat(row(ben, "jobSlots").get("value").doubleValue()).isEqualTo(3);

        // The usage of a group is that of its members together.
        JsonNode physics = rows("normal/physics", "lsf");
        assertThat(value(physics, "runTime", "runTimeHours")).isCloseTo(97 / 60.0, within(1e-12));
        assertThat(value(physics, "runTime", "historicalRunTimeHours")).isCloseTo(LEFT, within(1e-9));
        assertThat(row(physics, "denominator").get("value").doubleValue())
                .isCloseTo(1.05 * (3 * LEFT + 97 / 60.0) + 3, within(1e-9));
        // COMMITTED_RUN_TIME_FACTOR is 0: the policy does not count it.
        assertThat(row(physics, "committedRunTime").get("parts")).hasSize(1);
    }

    /** Windows begin at whole quarters of an hour; it is 7 minutes past two hours. */
    @Test
    void windowsAndTarget() throws Exception {
        JsonNode ben = rows("alps/physics/ben", "moab");
        assertThat(windows(ben)).containsExactly(2 * 420, 1800, 1800, 1800, 1800, 1800, 1800, 0);
        assertThat(row(ben, "target").get("value").doubleValue()).isEqualTo(12.5);
        assertThat(row(ben, "target").get("rule").asText()).isEqualTo("ceiling");
        assertThat(row(ben, "window3").get("weight").doubleValue()).isCloseTo(0.8409 * 0.8409 * 0.8409, within(1e-12));

        assertThat(windows(rows("alps/physics/anna", "moab"))).containsExactly(0, 0, 0, 0, 0, 3600, 3600, 3600);
        double[] all = {840, 1800, 1800, 1800, 1800, 5400, 5400, 3600};
        assertThat(windows(rows("alps/physics", "moab"))).containsExactly(all);
        assertThat(windows(rows("alps/root", "moab"))).containsExactly(all);
        JsonNode bio = rows("alps/bio", "moab");
        assertThat(row(bio, "target").get("rule").asText()).isEqualTo("floor");
        assertThat(windows(bio)).containsOnly(0);
        assertThat(row(rows("alps/bio/carla", "moab"), "target").isMissingNode())
                .isTrue();
    }

    /** Times are in seconds: 2 * 3600 * LEFT and 97 * 60, and LEFT is 0.46117. */
    @Test
    void bhpart() {
        assertThat(printed("--policy", "lsf", "--format", "bhpart"))
                .containsExactly(
                        "HOST_PARTITION_NAME: normal",
                        "HOSTS: -",
                        "",
                        "SHARE_INFO_FOR: normal/",
                        "USER/GROUP     SHARES   PRIORITY  STARTED RESERVED   CPU_TIME RUN_TIME   ADJUST",
                        "bio                 4      4.000        0        0        0.0        0    0.000",
                        "physics             1      0.163        2        0     3320.4     7480    0.000",
                        "",
                        "SHARE_INFO_FOR: normal/bio/",
                        "USER/GROUP     SHARES   PRIORITY  STARTED RESERVED   CPU_TIME RUN_TIME   ADJUST",
                        "carla               4      4.000        0        0        0.0        0    0.000",
                        "",
                        "SHARE_INFO_FOR: normal/physics/",
                        "USER/GROUP     SHARES   PRIORITY  STARTED RESERVED   CPU_TIME RUN_TIME   ADJUST",
                        "anna                3      1.223        0        0     3320.4     1660    0.000",
                        "ben                 1      0.213        2        0        0.0     5820    0.000");
    }

    /**
     * Anna and Ben used 5400 processor-seconds of a window, 1800 of them Ben's. With a decay of 0.8409 a window, he has
     * 6990.0 of 10846.8 in all.
     */
    @Test
    void mdiagF() {
        assertThat(printed("--policy", "moab", "--format", "mdiag-f"))
                .containsExactly(
                        "FairShare Information",
                        "",
                        "Depth: 8 intervals",
                        "",
                        "FSInterval        %     Target       0       1       2       3       4       5       6       7",
                        "FSWeight       ------- -------  1.0000  0.8409  0.7071  0.5946  0.5000  0.4205  0.3536  0.2973",
                        "TotalUsage      100.00 -------     0.2     0.5     0.5     0.5     0.5     1.5     1.5     1.0",
                        "",
                        "USER",
                        "-------------",
                        "anna             35.56  37.50  ------- ------- ------- ------- -------   66.67   66.67  100.00",
                        "ben*             64.44  12.50-  100.00  100.00  100.00  100.00  100.00   33.33   33.33 -------",
                        "",
                        "ACCT",
                        "-------------",
                        "bio*              0.00  50.00+ ------- ------- ------- ------- ------- ------- ------- -------",
                        "physics*        100.00  50.00   100.00  100.00  100.00  100.00  100.00  100.00  100.00  100.00");
    }

    /**
     * Anna is 1.943 below her target (37.5 - 35.557) and physics 50 above its own: 100 * 1.943 - 1000 * 50 = -49805.7.
     * With 67 minutes in the queue that is -49738.7, which is stored as 1 and printed as it is. Cells end after five
     * characters.
     */
    @Test
    void mdiagP() {
        assertThat(run(new PriorityCommand(), "--policy", "moab", "--format", "mdiag-p"))
                .contains(
                        "Job                    PRIORITY*     FS( User:Accnt)  Serv(QTime)",
                        "             Weights   --------       1(  100: 1000)     1(    1)",
                        "3                        -49739    99.9(194.3:-5000)   0.1( 67.0)");
    }

    private String[] printed(String... args) {
        return run(new FairshareCommand(), args);
    }

    private String[] run(Object command, String... args) {
        StringWriter out = new StringWriter();
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--server";
        all[args.length + 1] = rig.uri("").toString();
        int code = new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .execute(all);
        assertThat(code).isZero();
        return out.toString().lines().toArray(String[]::new);
    }

    private static double[] windows(JsonNode rows) {
        double[] windows = new double[8];
        for (int k = 0; k < windows.length; k++) {
            windows[k] = row(rows, "window" + k).get("value").doubleValue();
        }
        assertThat(row(rows, "window8").isMissingNode()).isTrue();
        return windows;
    }

    private static double value(JsonNode rows, String term, String part) {
        return row(row(rows, term).get("parts"), part).get("value").doubleValue();
    }

    private static JsonNode row(JsonNode rows, String name) {
        for (JsonNode row : rows) {
            if (row.get("name").asText().equals(name)) {
                return row;
            }
        }
        return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }

    private JsonNode rows(String node, String policy) throws Exception {
        HttpResponse<String> answer = rig.get("/v1/domains/alps/fairshare/" + node + "?policy=" + policy);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return MAPPER.readTree(answer.body()).get("rows");
    }
}
