package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formats of Slurm, LSF and Moab against the output of these tools, see ORIGIN.md beside the files. */
class ToolFormatsTest {
    private static final String FAIRSHARE = "/v1/domains/alps/fairshare";
    private static final String JOBS = "/v1/domains/alps/jobs?state=pending";

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({"fairtree", "classic", "rnd40"})
    void sshareForPrograms(String scenario) {
        api.with(FAIRSHARE, "fairshare-" + scenario);

        Ran ran = api.run(new FairshareCommand(), "--format", "sshare", "-l", "-P");

        assertThat(ran.out()).isEqualTo(StubApi.text("sshare-" + scenario + ".txt"));
    }

    @Test
    void sshareForPeople() {
        api.with(FAIRSHARE, "fairshare-fairtree");

        List<String> lines = api.run(new FairshareCommand(), "--format", "sshare")
                .out()
                .lines()
                .toList();

        // Widths of listings that sites publish.
        assertThat(lines.subList(0, 6))
                .containsExactly(
                        "Account                    User  RawShares  NormShares    RawUsage  EffectvUsage  FairShare ",
                        "-------------------- ---------- ---------- ----------- ----------- ------------- ---------- ",
                        "root                                          0.000000      700000      1.000000            ",
                        " a                                      40    0.400000      450000      0.642857            ",
                        "  b                                     30    0.750000      200000      0.444444            ",
                        "   b                      user1          1    1.000000      200000      1.000000   0.600000 ");
    }

    @Test
    void sshareWithoutTitlesAndWithBars() {
        api.with(FAIRSHARE, "fairshare-classic");

        Ran ran = api.run(new FairshareCommand(), "--format", "sshare", "-p", "-n");

        assertThat(ran.out()).startsWith("root|||1.000000|700000|1.000000|0.500000|" + System.lineSeparator());
    }

    @Test
    void sprio() {
        assertThat(priority("--format", "sprio")).containsExactlyInAnyOrderElementsOf(lines("sprio.txt"));
    }

    @Test
    void sprioLong() {
        assertThat(priority("--format", "sprio", "-l")).containsExactlyInAnyOrderElementsOf(lines("sprio-l.txt"));
    }

    @Test
    void sprioIsInTheOrderOfIds() {
        assertThat(priority("--format", "sprio", "-o", "%i", "--noheader"))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "9", "9", "10", "14", "15");
    }

    /** Slurm prints the weights of TRES as its configuration spells them. */
    @Test
    void sprioWeights() {
        assertThat(String.join("\n", priority("--format", "sprio", "-w")))
                .isEqualToIgnoringCase(String.join("\n", lines("sprio-w.txt")));
    }

    @Test
    void sprioNormalised() {
        assertThat(priority("--format", "sprio", "--noheader", "-o", "%i|%r|%y|%a|%b|%f|%j|%p|%q|%t"))
                .containsExactlyInAnyOrderElementsOf(lines("sprio-norm.txt"));
    }

    @Test
    void sprioNormalisedInColumns() {
        assertThat(priority("--format", "sprio", "-n").subList(0, 2))
                .containsExactly(
                        "          JOBID PARTITION   PRIORITY        AGE      ASSOC  FAIRSHARE    JOBSIZE  PARTITION"
                                + "        QOS                 TRES",
                        "              1 low       0.18488026  0.2000000  0.2500000  1.0000000  0.1328125  0.0050000"
                                + "  0.0000000 cpu=0.02,mem=0.00,no");
    }

    @Test
    void squeue() {
        assertThat(priority("--format", "squeue", "-o", "%.6i %8u %p %Q").subList(0, 2))
                .containsExactly(" JOBID USER     PRIORITY PRIORITY", "     4 fs_2     0.37299469122034 1602000000");
    }

    @Test
    void aLetterThatIsNoneIsNamed() {
        api.with(JOBS, "jobs-slurm");

        Ran ran = api.run(new PriorityCommand(), "--format", "sprio", "-o", "%i %.10X");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("-o %i %.10X: %X is not a field; the fields are i r u");
        assertThat(api.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"jobs-moab, mdiag-p.txt", "jobs-moab-fs, mdiag-p-fs.txt"})
    void mdiagP(String jobs, String expected) {
        api.with(JOBS, jobs);

        List<String> said = api.run(new PriorityCommand(), "--format", "mdiag-p")
                .out()
                .lines()
                .toList();

        assertThat(said.subList(0, 2)).containsExactly("diagnosing job priority information (partition: ALL)", "");
        // The job's QOS adds 3 and 50 to the weights of its queue time and expansion factor. Maui counts them in the
        // job's row
        // only; the API knows the weights that count: 3*5*150 and 3*150*2.25 of 9662.
        List<String> text = lines(expected).stream()
                .map(line -> line.replace("3(    2:  100)", "3(    5:  150)").replace("(  9.3:  7.0)", "( 23.3: 10.5)"))
                .toList();
        assertThat(said.subList(2, said.size())).isEqualTo(text);
    }

    /**
     * 50 + 8387.5 is 8437.5: half to even, 8438; the stored priority is 8437. 8436.5 gives 8436, -25000 is stored as 1.
     * A system priority of 1000 stands for itself, with its mark.
     */
    @ParameterizedTest
    @CsvSource({
        "8437, 8387.5, '      8438 '",
        "8436, 8386.5, '      8436 '",
        "1, -25050, '    -25000 '",
        "1000001000, 10, '1000001000*'"
    })
    void mdiagPPrintsTheSumWithoutBounds(long stored, double service, String shown) {
        api.with(JOBS, 200, """
                {"items": [{"job": "1", "priority": %d, "terms": [
                  {"name": "cred", "weight": 1, "value": 50, "contribution": 50,
                   "parts": [{"name": "qos", "weight": 1, "value": 50, "contribution": 50}]},
                  {"name": "serv", "weight": 1, "value": %s, "contribution": %s,
                   "parts": [{"name": "queuetime", "weight": 1, "value": %s, "contribution": %s}]}]}]}
                """.formatted(stored, service, service, service, service));

        assertThat(api.run(new PriorityCommand(), "--format", "mdiag-p").out().lines())
                .anyMatch(line -> line.startsWith("1                    " + shown));
    }

    /** Its page prints the fairshare value of the second job without its sign; it adds up with -25.4 only. */
    @Test
    void mdiagPDocumented() {
        api.with(JOBS, "jobs-moab-documented");

        List<String> said = api.run(new PriorityCommand(), "--format", "mdiag-p")
                .out()
                .lines()
                .toList();

        assertThat(said.subList(2, 8))
                .containsExactly(
                        "Job                    PRIORITY*   Cred(  QOS)    FS(Accnt)  Serv(QTime)",
                        "             Weights   --------       1(    1)     1(    1)     1(    1)",
                        "",
                        "13678                      1321     7.6(100.0)   0.2(  2.7)  92.2(1218.)",
                        "13019                      8699     0.6( 50.0)   0.3(-25.4)  99.1(8674.)",
                        "13703                       137    36.5( 50.0)  12.9( 17.6)  50.6( 69.2)");
    }

    @Test
    void mdiagF() {
        api.with(FAIRSHARE, "fairshare-moab");
        for (String account : List.of("root", "dallas", "austin", "idle", "gone")) {
            api.with(FAIRSHARE + "/alps/" + account, "detail-moab-" + account);
        }

        // The three lines before the section, and the first one in it, are those of the documented example.
        assertThat(api.run(new FairshareCommand(), "--format", "mdiag-f").out().lines())
                .containsExactly(
                        "FairShare Information",
                        "",
                        "Depth: 6 intervals",
                        "",
                        "FSInterval        %     Target       0       1       2       3       4       5",
                        "FSWeight       ------- -------  1.0000  0.5000  0.2500  0.1250  0.0625  0.0312",
                        "TotalUsage      100.00 -------    85.3   476.1   478.9   478.5   475.5   482.8",
                        "",
                        "ACCT",
                        "-------------",
                        "dallas           13.25  15.00    14.61   12.41   13.19   13.29   15.37   15.09",
                        "austin*          30.26  15.00    29.10   30.95   30.89   28.45   29.53   29.54",
                        "gone              0.00   5.00  ------- ------- ------- ------- ------- -------");
    }

    /** A user is one credential in all accounts: both associations have the same numbers. */
    @Test
    void mdiagFHasAUserInOneLine() {
        String item = "{\"tree\":\"alps\",\"account\":\"%s\",\"user\":\"%s\",\"depth\":%d,\"normShares\":0.25,"
                + "\"normUsage\":%s,\"effectiveUsage\":%s}";
        String items = String.join(
                ",",
                item.formatted("root", "", 0, "1", "1"),
                item.formatted("dallas", "anna", 2, "0.25", "0.75"),
                item.formatted("austin", "anna", 2, "0.5", "0.75"));
        String window = "{\"rows\":[{\"name\":\"window0\",\"weight\":1,\"value\":%d}]}";
        api.with(FAIRSHARE, 200, "{\"items\":[" + items + "]}")
                .with(FAIRSHARE + "/alps/root", 200, window.formatted(7200))
                .with(FAIRSHARE + "/alps/dallas/anna", 200, window.formatted(5400))
                .with(FAIRSHARE + "/alps/austin/anna", 200, window.formatted(5400));

        assertThat(api.run(new FairshareCommand(), "--format", "mdiag-f").out().lines())
                .endsWith("USER", "-------------", "anna*            75.00  25.00    75.00");
    }

    @Test
    void bhpart() {
        api.with(FAIRSHARE, "fairshare-lsf")
                .with(FAIRSHARE + "/alps/root", "detail-empty")
                .with(FAIRSHARE + "/alps/g1", "detail-empty")
                .with(FAIRSHARE + "/alps/g1/u1", "detail-lsf")
                .with(FAIRSHARE + "/alps/root/u2", "detail-empty");

        assertThat(api.run(new FairshareCommand(), "--format", "bhpart").out().lines())
                .containsExactly(
                        "HOST_PARTITION_NAME: alps",
                        "HOSTS: -",
                        "",
                        "SHARE_INFO_FOR: alps/",
                        "USER/GROUP     SHARES   PRIORITY  STARTED RESERVED   CPU_TIME RUN_TIME   ADJUST",
                        "g1                 10      1.500        -        -          -        -        -",
                        "u2                  3      0.250        -        -          -        -        -",
                        "",
                        "SHARE_INFO_FOR: alps/g1/",
                        "USER/GROUP     SHARES   PRIORITY  STARTED RESERVED   CPU_TIME RUN_TIME   ADJUST",
                        "u1                100     33.333        3        4     1800.0     4500    0.000");
    }

    @Test
    void bqueues() {
        api.with("/v1/domains/alps/queues", "queues");

        assertThat(api.run(new QueuesCommand(), "--format", "bqueues").out().lines())
                .containsExactly(
                        "QUEUE_NAME      PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN  SUSP",
                        "short             -  -                 -    -    -    -  1755  1401   354     -",
                        "normal            -  -                 -    -    -    -     1     0     1     -");
    }

    @ParameterizedTest
    @CsvSource({"--format sshare --json", "-l", "-p -P --format sshare", "--format bhpart --csv"})
    void whatContradictsItselfIsRefused(String args) {
        Ran ran = api.run(new FairshareCommand(), args.split(" "));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(api.asked()).isEmpty();
    }

    private List<String> priority(String... args) {
        api.with(JOBS, "jobs-slurm");
        return api.run(new PriorityCommand(), args).out().lines().toList();
    }

    private static List<String> lines(String file) {
        return StubApi.text(file).lines().toList();
    }
}
