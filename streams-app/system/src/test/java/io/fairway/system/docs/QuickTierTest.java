package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code -Dquick} leaves out stays out: Maven prefers a module's own property to that of a profile of its parent. */
class QuickTierTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern PROFILE =
            Pattern.compile("<id>quick</id>.*?<properties>(.*?)</properties>", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("<([A-Za-z.]+)>[^<]*</\\1>");

    @Test
    void noModuleHasAPropertyOfTheQuickTier() throws IOException {
        Matcher profile = PROFILE.matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(profile.find()).isTrue();
        Set<String> quick = new TreeSet<>();
        NAME.matcher(profile.group(1)).results().forEach(name -> quick.add(name.group(1)));
        assertThat(quick).contains("skipITs", "skipServers", "excludedGroups");

        for (Path module : modules()) {
            String pom = Files.readString(module);
            assertThat(quick).as(module.toString()).noneMatch(name -> pom.contains("<" + name + ">"));
        }
    }

    private static List<Path> modules() throws IOException {
        List<Path> modules = new ArrayList<>();
        for (String folder : List.of("schemas", "streams-app", "connectors")) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(ROOT.resolve(folder))) {
                found.forEach(module -> modules.add(module.resolve("pom.xml")));
            }
        }
        modules.removeIf(pom -> !Files.exists(pom));
        return modules;
    }
}
