package io.fairway.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bill of materials against the files that packages and images have. */
class BillOfMaterialsIT {
    private static final String LIB = "target/lib";
    private static final String LAB = "target/lab";
    private static final String AGENT = "../../connectors/agent/target/fairway-agent/lib";
    private static final String PLUGINS = "../../connectors/connect/target/plugin/fairway-connect";
    private static final String WORKER = "../../connectors/connect-worker/target/worker";

    /** Folders into which projects put copies of others, under names of their own. */
    private static final Pattern HIDING = Pattern.compile(".*/(shaded|repackaged|relocated|shadow)/.*\\.class");

    private static final Path RELEASE = Path.of("target/release");

    /** The plug-in that makes it makes none offline. */
    @BeforeAll
    static void requireABill() throws IOException {
        try (var files = Files.newDirectoryStream(RELEASE, "*.cdx.json")) {
            assumeThat(files.iterator().hasNext())
                    .as("a bill of materials, which no build makes offline (-o)")
                    .isTrue();
        }
    }

    private static JsonNode bill() throws IOException {
        try (var files = Files.newDirectoryStream(RELEASE, "*.cdx.json")) {
            return new ObjectMapper().readTree(files.iterator().next().toFile());
        }
    }

    private static List<Path> jars(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    /** By the bytes. RocksDB's jar has fewer libraries than the one that was released, and so goes by its name. */
    @ParameterizedTest
    @ValueSource(strings = {LIB, LAB, AGENT, PLUGINS, WORKER})
    void everyJarIsListed(String folder) throws Exception {
        Set<String> listed = new TreeSet<>();
        for (JsonNode component : bill().path("components")) {
            listed.add(component.path("name").asText() + "-"
                    + component.path("version").asText() + ".jar");
            component
                    .path("hashes")
                    .forEach(hash -> listed.add(hash.path("content").asText()));
        }

        assertThat(jars(folder)).isNotEmpty().allSatisfy(jar -> {
            String name = jar.getFileName().toString();
            assertThat(listed).as(name).contains(name.startsWith("rocksdbjni-") ? name : sha256(jar));
        });
    }

    /** And so are projects whose classes are copied into the jar of another. */
    @ParameterizedTest
    @ValueSource(strings = {LIB, LAB, AGENT, PLUGINS, WORKER})
    void everyHiddenClassIsListed(String folder) throws Exception {
        Map<String, List<String>> known = hidden();
        for (Path jar : jars(folder)) {
            String name = jar.getFileName().toString().replaceFirst("-\\d.*", "");
            boolean whole = name.equals("fairway-confluent-serde");
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                assertThat(zip.stream()
                                .map(ZipEntry::getName)
                                .map(entry -> entry.replaceFirst("^META-INF/versions/\\d+/", ""))
                                .filter(entry -> whole
                                        ? entry.endsWith(".class")
                                        : HIDING.matcher(entry).matches()))
                        .as(jar.toString())
                        .allSatisfy(entry -> assertThat(known.getOrDefault(name, List.of()))
                                .as(entry)
                                .anyMatch(entry::startsWith));
            }
        }
    }

    /** The folders of classes that are listed, by the jar that has them. */
    private static Map<String, List<String>> hidden() throws IOException {
        Map<String, List<String>> hidden = new TreeMap<>();
        for (JsonNode component : bill().path("components")) {
            String jar = "";
            for (JsonNode property : component.path("properties")) {
                String value = property.path("value").asText();
                switch (property.path("name").asText()) {
                    case "fairway:jar" -> jar = value;
                    case "fairway:classes" ->
                        hidden.computeIfAbsent(jar, unused -> new ArrayList<>()).add(value);
                    default -> {}
                }
            }
        }
        return hidden;
    }

    /** Where a copied project left its Maven coordinates in the jar, they are those that are listed. */
    @ParameterizedTest
    @ValueSource(strings = {LIB, LAB, AGENT, PLUGINS, WORKER})
    void hiddenVersionsAreThoseThatTheJarsName(String folder) throws Exception {
        Set<String> listed = new TreeSet<>();
        bill().path("components")
                .forEach(component -> listed.add(component.path("group").asText() + ":"
                        + component.path("name").asText() + ":"
                        + component.path("version").asText()));
        for (Path jar : jars(folder)) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (ZipEntry entry : zip.stream()
                        .filter(each -> each.getName().endsWith("/pom.properties"))
                        .toList()) {
                    assertThat(listed).as(jar.toString()).contains(coordinates(zip, entry));
                }
            }
        }
    }

    private static String coordinates(ZipFile zip, ZipEntry entry) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = zip.getInputStream(entry)) {
            properties.load(in);
        }
        return properties.getProperty("groupId") + ":" + properties.getProperty("artifactId") + ":"
                + properties.getProperty("version");
    }

    @Test
    void itIsCycloneDxAndTheSameInEachBuild() throws IOException {
        assertThat(bill().path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bill().has("serialNumber")).as("it would be random").isFalse();
    }
}
