package io.fairway.importers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fairway.core.shares.ShareNode;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outputs of a real Slurm 24.11 and 26.05, and what differs between the versions. */
class NewerSlurmTest {
    private static final String CONF = "ClusterName=alps\nPriorityType=priority/multifactor\n";

    /** The rows in another order give the tree in Slurm's own, users before accounts. */
    @ParameterizedTest
    @ValueSource(strings = {"24.11", "26.05"})
    void lineageIsTheOrderOfAssociations(String version) {
        List<String> lines =
                Read.resource("/newer/assoc-" + version + ".txt").lines().toList();
        List<String> rows = new ArrayList<>(lines.subList(1, lines.size()));
        List<String> expected = rows.stream()
                .map(row -> row.split("\\|", -1))
                .filter(cells -> !(cells[1].equals("root") && cells[2].isEmpty()))
                .map(cells -> cells[1] + "/" + cells[2] + "=" + cells[4])
                .toList();
        Collections.reverse(rows);

        Imported imported = slurm("assoc.txt", lines.get(0) + "\n" + String.join("\n", rows) + "\n");

        assertThat(Read.findings(imported)).isEmpty();
        assertThat(imported.shares().stream()
                        .map(node -> node.id().account() + "/" + node.id().user() + "=" + node.shares()))
                .containsExactlyElementsOf(expected);
    }

    /** Case does not count, as in the database. */
    @Test
    void lineageIsComparedWithoutCase() {
        Imported imported = slurm("assoc.txt", """
                Account|User|Share|ParentName|Lineage
                physics|zoe|1||/physics/0-zoe/
                physics|Anna|2||/physics/0-Anna/
                physics||9|root|/physics/
                physics|ben|3||/physics/0-ben/
                """);

        assertThat(imported.shares())
                .extracting(node -> node.id().user(), ShareNode::shares)
                .containsExactly(tuple("", 9L), tuple("anna", 2L), tuple("ben", 3L), tuple("zoe", 1L));
    }

    @Test
    void aTableWithoutAnOrderIsToldLikeADump() {
        String rows = "Account|User|Share|ParentName\nphysics||9|root\nphysics|anna|1|\nphysics|ben|1|\n";

        assertThat(Read.findings(slurm("assoc.txt", rows)))
                .singleElement()
                .asString()
                .startsWith("warning: associations without Lineage or LFT lack the order of Slurm's database")
                .contains("format=cluster,account,user,partition,share,parentname,priority,lineage (before Slurm 23.11,"
                        + " with lft instead of lineage)");
    }

    /** What sacctmgr of 24.11 leaves if it is asked for lft. */
    @Test
    void anEmptyFileIsAnErrorThatNamesTheCommand() {
        assertThat(Read.findings(slurm("assoc.txt", "\n")))
                .singleElement()
                .asString()
                .startsWith("assoc.txt: error: is empty; for associations, give the output of sacctmgr -P show assoc")
                .contains("priority,lineage");
    }

    /** The table of the same Slurm has the same associations. */
    @ParameterizedTest
    @ValueSource(strings = {"24.11", "26.05"})
    void aDumpHasTheAssociationsOfTheTable(String version) {
        Imported dump = slurm("dump.cfg", Read.resource("/newer/dump-" + version + ".cfg"));
        Imported table = slurm("assoc.txt", Read.resource("/newer/assoc-" + version + ".txt"));

        assertThat(dump.report().hasErrors()).isFalse();
        assertThat(facts(dump)).containsExactlyInAnyOrderElementsOf(facts(table));
    }

    @Test
    void qosLinesOfADumpAreToldUnlessTheTableIsThere() {
        String dump = """
                QOS - 'normal':Description='Normal QOS default'
                QOS - 'free':UsageFactor=0.000000
                Cluster - 'alps':Fairshare=1
                Account - 'physics':Fairshare=7
                """;

        Imported imported = slurm("dump.cfg", dump);

        assertThat(Read.findings(imported))
                .containsExactly("dump.cfg: warning: its QOS lines are not read; give the output of sacctmgr -P show"
                        + " qos, too");
        assertThat(imported.shares())
                .singleElement()
                .extracting(ShareNode::shares)
                .isEqualTo(7L);
        Imported both = Scheduler.SLURM.read(
                Read.files("slurm.conf", CONF, "dump.cfg", dump, "qos.txt", Read.resource("/newer/qos-24.11.txt")),
                Read.TARGET);
        assertThat(Read.findings(both)).isEmpty();
        assertThat(Objects.requireNonNull(both.policy()).getQos()).containsOnlyKeys("normal", "high", "low");
    }

    /** Columns that the first line does not name come from a bar in a value: nobody knows which column is which. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Account|User|Share|ParentName\\nphysics||9|root\\nphysics|anna|1||; 3; 5; 4",
                "Account|User|Share|ParentName\\nphy|sics||9|root; 2; 5; 4",
                "Name|Priority|Flags\\nnormal|0|\\nhigh|5||1; 3; 4; 3",
                "Name|Priority|\\nnormal|0|1|; 2; 4; 3",
            })
    void moreColumnsThanHeadsAreAnErrorAtTheirLine(String table, int line, int columns, int heads) {
        assertThat(Read.findings(slurm("table.txt", table.replace("\\n", "\n"))))
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("table.txt, line " + line + ": error: ")
                        .endsWith("has " + columns + " columns, but must have those of the first line, " + heads));
    }

    /** Nothing but the time of the start, the numbers of a run, and the place of the file. */
    @ParameterizedTest
    @ValueSource(strings = {"24.11", "26.05"})
    void theKeysOfScontrolShowConfigAreKnown(String version) {
        String conf = Read.resource("/newer/config-" + version + ".txt")
                .lines()
                .filter(line -> line.matches("[A-Z]\\w+ *=.*") && !line.startsWith("PMIx"))
                .map(line -> line.split("[ =]", 2)[0])
                .filter(key -> !key.startsWith("Priority") || key.equals("PriorityParameters"))
                .map(key -> key + "=x\n")
                .collect(Collectors.joining());

        assertThat(conf.lines().count()).isGreaterThan(100);
        assertThat(Read.findings(Read.slurm(conf)).stream()
                        .filter(finding -> finding.endsWith("is unknown"))
                        .map(finding -> finding.replaceAll(".*warning: (.*) is unknown", "$1")))
                .isSubsetOf("BOOT_TIME", "HASH_VAL", "MULTIPLE_SLURMD", "NEXT_JOB_ID", "SLURM_CONF", "SLURM_VERSION");
    }

    private static Imported slurm(String name, String text) {
        return Scheduler.SLURM.read(Read.files("slurm.conf", CONF, name, text), Read.TARGET);
    }

    private static List<List<Object>> facts(Imported imported) {
        assertThat(imported.shares()).isNotEmpty();
        return imported.shares().stream()
                .map(node -> List.<Object>of(node.id(), node.shares(), String.valueOf(node.parent())))
                .toList();
    }
}
