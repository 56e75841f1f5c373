package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link between pages leads to a file of this tree, and to a heading that it has; every page is linked. */
class LinksDocTest {
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)\\s#]*)(#[^)\\s]*)?\\)");
    private static final Pattern PICTURE = Pattern.compile(" src(?:set)?=\"([^\"]+)\"");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    /** Not all of the tree: what runs meanwhile makes and deletes files below its targets. */
    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(
                List.of(Documents.ROOT.resolve("README.md"), Documents.ROOT.resolve("schemas/contract/README.md")));
        for (String room : List.of("docs", ".github")) {
            try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(room))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    @Test
    void everyLinkLeadsSomewhereAndEveryPageIsLinked() throws IOException {
        List<String> broken = new ArrayList<>();
        Set<Path> linked = new HashSet<>();
        List<Path> pages = pages();
        for (Path page : pages) {
            PICTURE.matcher(Files.readString(page))
                    .results()
                    .filter(picture -> !Files.exists(page.resolveSibling(picture.group(1))))
                    .forEach(picture -> broken.add(Documents.ROOT.relativize(page) + ": " + picture.group()));
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                Path target = links.group(1).isEmpty()
                        ? page
                        : page.resolveSibling(links.group(1)).normalize();
                boolean there = Files.exists(target);
                String anchor = links.group(2);
                if (!there
                        || (anchor != null
                                && target.toString().endsWith(".md")
                                && !anchorsOf(target).contains(anchor.substring(1)))) {
                    broken.add(Documents.ROOT.relativize(page) + ": " + links.group());
                }
                if (!target.equals(page)) {
                    linked.add(target);
                }
            }
        }
        assertThat(broken).isEmpty();

        Path docs = Documents.ROOT.resolve("docs");
        assertThat(pages.stream().filter(page -> page.startsWith(docs)).toList())
                .hasSizeGreaterThan(30)
                .allMatch(linked::contains);
    }

    private Set<String> anchorsOf(Path page) {
        return anchors.computeIfAbsent(page, file -> {
            try {
                String text = FENCED.matcher(Files.readString(file)).replaceAll("");
                Set<String> found = new HashSet<>();
                HEADING.matcher(text).results().forEach(heading -> add(found, anchor(heading.group(1))));
                NAMED.matcher(text).results().forEach(named -> found.add(named.group(1)));
                return found;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** A heading that was there before gets a number. */
    private static void add(Set<String> found, String anchor) {
        String free = anchor;
        for (int number = 1; !found.add(free); number++) {
            free = anchor + "-" + number;
        }
    }

    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replaceAll("[^\\w\\- ]", "")
                .replace(' ', '-');
    }
}
