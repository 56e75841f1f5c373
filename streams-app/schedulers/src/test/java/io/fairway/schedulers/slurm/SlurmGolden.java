package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;

/** Reads the golden files in {@code golden/slurm}; ORIGIN.md there names their source and the rules of comparison. */
public final class SlurmGolden {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SlurmGolden() {}

    public static JsonNode read(String name) {
        try (InputStream in = SlurmGolden.class.getResourceAsStream("/golden/slurm/" + name)) {
            return JSON.readTree(Objects.requireNonNull(in, name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static List<String> names(String prefix) {
        Path folder = folder();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(SlurmGolden.class.getResource("/golden/slurm"))
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The share nodes of association rows, in their order; root has no record. */
    public static List<ShareNode> nodes(JsonNode associations, String tree) {
        List<ShareNode> nodes = new ArrayList<>();
        for (JsonNode row : associations) {
            String account = row.get("account").asText();
            int order = nodes.size();
            if (!row.get("user").isNull()) {
                nodes.add(ShareNode.user(tree, account, row.get("user").asText(), shares(row), order));
            } else if (!account.equals("root")) {
                nodes.add(ShareNode.account(tree, account, parent(associations, row), shares(row), order));
            }
        }
        return nodes;
    }

    private static long shares(JsonNode row) {
        return row.get("shares").isTextual()
                ? ShareNode.PARENT
                : row.get("shares").asLong();
    }

    private static String parent(JsonNode associations, JsonNode row) {
        for (JsonNode other : associations) {
            if (other.get("id").equals(row.get("parentId"))) {
                return other.get("account").asText();
            }
        }
        throw new IllegalStateException("no row has the id " + row.get("parentId"));
    }

    /** The node of an association row. */
    public static int node(ShareTree tree, JsonNode row) {
        String user = row.get("user").isNull() ? "" : row.get("user").asText();
        int node = tree.find(
                new io.fairway.core.model.NodeId(tree.tree(), row.get("account").asText(), user));
        assertThat(node).as("node of %s", row).isNotNegative();
        return node;
    }

    /** A number or infinity, in the format of the files. */
    public static double number(JsonNode value) {
        return value.isTextual() ? Double.parseDouble(value.asText()) : value.asDouble();
    }

    /** 1e-12: relative, absolute below 1. */
    public static void assertClose(double actual, double expected, String what) {
        if (Double.isInfinite(expected)) {
            assertThat(actual).as(what).isEqualTo(expected);
        } else {
            assertThat(actual).as(what).isCloseTo(expected, Offset.offset(1e-12 * Math.max(1, Math.abs(expected))));
        }
    }
}
