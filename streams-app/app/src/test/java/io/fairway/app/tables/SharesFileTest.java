package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ShareNode;
import io.fairway.policies.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file on top of the shares that are there. */
class SharesFileTest {
    private static final String ALL = """
            domain: alps
            trees:
              alps:
                physics: {shares: 40, users: {anna: {shares: 3, priority: 5}, ben: parent}}
                biology: {shares: 60, priority: 7}
            """;

    @TempDir
    private Path directory;

    @Test
    void addingUsersLeavesTheirAccountAsItIs() throws Exception {
        Map<String, ShareNode> table = read(ALL).nodes();

        TableFile.Wanted<ShareNode> wanted = over(table, """
                domain: alps
                trees:
                  alps:
                    biology: {}
                    physics: {users: {zoe: 2, anna: 4}}
                """);

        assertThat(TableChanges.between(table, wanted.records(), false).lines())
                .containsExactly(
                        "~ alps|alps|physics|anna  shares: 3 -> 4",
                        "+ alps|alps|physics|zoe  {domain=alps, tree=alps, account=physics, user=zoe, shares=2, order=6}");
        // Shares 60 and 40; priorities 7 and 5.
        assertThat(wanted.keptValues()).isEqualTo(4);
        table.putAll(wanted.records());
        assertThat(TableChanges.between(table, read(ALL).over(table, false).records(), false)
                        .lines())
                .containsExactly("~ alps|alps|physics|anna  shares: 4 -> 3");
    }

    /** A tombstone would be compacted away. */
    @Test
    void whoIsRemovedStaysAsARecordThatSaysSo() throws Exception {
        Map<String, ShareNode> table = read(ALL).nodes();
        SharesFile file = read("""
                domain: alps
                trees:
                  alps:
                    physics: {shares: 40, users: {anna: {shares: 3, priority: 5}}}
                    biology: {shares: 60, priority: 7}
                """);

        TableChanges<ShareNode> changes =
                TableChanges.between(table, file.over(table, true).records(), true, file::removal);

        ShareNode ben = changes.changes().get("alps|alps|physics|ben");
        assertThat(ben).isNotNull();
        assertThat(ben.getRemoved()).isTrue();
        assertThat(file.isRemoval(ben)).isTrue();
        assertThat(changes.lines()).contains("- alps|alps|physics|ben");
        assertThat(table.values()).noneMatch(file::isRemoval);
    }

    @Test
    void aPartOfATreeMovesNobody() throws Exception {
        Map<String, ShareNode> table = read(ALL).nodes();
        String part = """
                domain: alps
                trees:
                  alps:
                    biology: {users: {max: 1, zoe: 1}}
                """;

        TableFile.Wanted<ShareNode> wanted = over(table, part);

        // Positions 0 to 3 are physics, anna, ben and biology.
        assertThat(wanted.records().values())
                .extracting(node -> node.getAccount() + "/" + node.getUser() + " " + node.getOrder())
                .containsExactly("biology/ 3", "biology/max 5", "biology/zoe 6");
        table.putAll(wanted.records());
        assertThat(TableChanges.between(table, over(table, part).records(), false)
                        .changes())
                .isEmpty();
    }

    @Test
    void aFileOfTheWholeTreeSaysThePositions() throws Exception {
        Map<String, ShareNode> table = read(ALL).nodes();

        TableFile.Wanted<ShareNode> wanted = over(table, """
                domain: alps
                trees:
                  alps:
                    biology: {}
                    physics: {users: {anna: 3, ben: parent}}
                """);

        assertThat(TableChanges.between(table, wanted.records(), false).lines())
                .containsExactly(
                        "~ alps|alps|biology|  order: 3 -> 0",
                        "~ alps|alps|physics|  order: 0 -> 1",
                        "~ alps|alps|physics|anna  order: 1 -> 2",
                        "~ alps|alps|physics|ben  order: 2 -> 3");
    }

    /** A scheduler's own files say everything: what they do not name is the default. */
    @Test
    void anImportSaysEverything() throws Exception {
        Map<String, ShareNode> table = read(ALL).nodes();
        SharesFile imported = read(ALL.replace(", priority: 7", "")).whole();

        assertThat(TableChanges.between(table, imported.over(table, false).records(), false)
                        .lines())
                .isEqualTo(List.of("~ alps|alps|biology|  priority: 7 -> 0"));
    }

    private TableFile.Wanted<ShareNode> over(Map<String, ShareNode> table, String file) throws Exception {
        return read(file).over(table, false);
    }

    private SharesFile read(String text) throws Exception {
        return SharesFile.read(YamlValue.read(Files.writeString(directory.resolve("shares.yaml"), text)));
    }
}
