package io.fairway.system.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every word of the sources and of what is made from them, every path, and the {@link ForeignWords}. */
final class SourceWords {
    private static final List<String> ROOMS =
            List.of("schemas", "streams-app", "connectors", "docker", "examples", ".github", ".mvn");
    /** Made from the programs, each by a test of its own. */
    private static final List<String> MADE = List.of(
            "bounds.md",
            "commands.md",
            "configuration.md",
            "policy-keys.md",
            "reference-metrics.md",
            "reference-topics.md");

    private static final Path VALUES = Documents.ROOT.resolve("docker/helm/fairway/values.yaml");

    static final Pattern WORD = Pattern.compile("(?<![\\w.])-{0,2}[A-Za-z_]\\w*(?:[./-]\\w+)*");
    /** Constants that are shown in lower case. */
    private static final Pattern CONSTANT = Pattern.compile("[A-Z]+(?:_[A-Z]+)*");

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,8}");
    /** A property of Java before the name, and a partition or the registry's subject after it. */
    private static final Pattern AROUND = Pattern.compile("^-D|^-(?!-)|-(?:\\d+|value)$");

    private static final Pattern NO_TEXT = Pattern.compile("\\.(?:bin|gz|png|svg)$");
    private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w*)\\.(\\w+)");

    private final Set<String> words = new HashSet<>();
    private final Set<String> paths = new HashSet<>();
    private final Map<String, Set<String>> classes = new HashMap<>();

    SourceWords() throws IOException {
        for (String file : List.of("fairway", "pom.xml", "mvnw")) {
            read(Documents.ROOT.resolve(file));
        }
        for (String page : MADE) {
            addWords(Files.readString(Documents.ROOT.resolve("docs").resolve(page)), words);
        }
        addWords(ForeignWords.TEXT, words);
        addKeys("", new YAMLMapper().readTree(VALUES.toFile()));
        for (String room : ROOMS) {
            Files.walkFileTree(Documents.ROOT.resolve(room), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    addPath(directory);
                    return directory.endsWith("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    read(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        }
    }

    boolean known(String word) {
        if (words.contains(word) || paths.contains(word) || COMMIT.matcher(word).matches()) {
            return true;
        }
        String inner = AROUND.matcher(word).replaceAll("");
        if (!inner.equals(word)) {
            return known(inner);
        }
        Matcher member = MEMBER.matcher(word);
        if (member.matches() && classes.containsKey(member.group(1))) {
            return classes.get(member.group(1)).contains(member.group(2));
        }
        int slash = word.indexOf('/');
        if (slash > 0 && !ROOMS.contains(word.substring(0, slash))) {
            return known(word.substring(0, slash)) && known(word.substring(slash + 1));
        }
        return word.startsWith("kafka.") && known(word.substring(word.indexOf('.') + 1));
    }

    private void read(Path file) throws IOException {
        addPath(file);
        if (file.endsWith("ForeignWords.java")
                || NO_TEXT.matcher(file.toString()).find()) {
            return;
        }
        Set<String> found = new HashSet<>();
        addWords(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1), found);
        words.addAll(found);
        String name = file.getFileName().toString();
        if (name.endsWith(".java")) {
            classes.computeIfAbsent(name.replace(".java", ""), all -> new HashSet<>())
                    .addAll(found);
        }
    }

    private static void addWords(String text, Set<String> to) {
        WORD.matcher(text).results().map(MatchResult::group).forEach(word -> {
            to.add(word);
            if (CONSTANT.matcher(word).matches()) {
                to.add(word.toLowerCase(Locale.ROOT).replace('_', '-'));
            }
            to.addAll(List.of(word.split("[./]")));
        });
    }

    /** The chart's values, as a page names them. */
    private void addKeys(String above, JsonNode node) {
        node.properties().forEach(entry -> {
            words.add(above + entry.getKey());
            addKeys(above + entry.getKey() + ".", entry.getValue());
        });
    }

    /** Every end of a path, and of the name of a class or package. */
    private void addPath(Path path) {
        Path inside = Documents.ROOT.relativize(path);
        for (int from = 0; from < inside.getNameCount(); from++) {
            String end = inside.subpath(from, inside.getNameCount()).toString();
            paths.add(end);
            paths.add(end.replaceFirst("\\.java$", "").replace('/', '.'));
        }
    }
}
