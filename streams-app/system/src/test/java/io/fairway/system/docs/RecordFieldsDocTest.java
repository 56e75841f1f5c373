package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import io.fairway.avro.RankRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages that explain a record have its fields from the documentation of its schema. */
class RecordFieldsDocTest {
    private record Block(String page, Schema schema) {
        String text() {
            StringBuilder text = new StringBuilder(begin());
            text.append("| field | meaning |\n|---|---|\n");
            for (Schema.Field field : schema.getFields()) {
                text.append(ReferencePage.row(ReferencePage.code(field.name()), String.valueOf(field.doc())));
            }
            return text.append(end()).toString();
        }

        private String begin() {
            return "<!-- fields " + schema.getName() + " -->\n";
        }

        private String end() {
            return "<!-- /fields -->";
        }
    }

    static List<Block> blocks() {
        return List.of(
                new Block("ranks.md", RankRecord.getClassSchema()),
                new Block("monitor.md", Heartbeat.getClassSchema()));
    }

    /** To write a table anew, run this test with {@code -Ddocs.write=true}. */
    @ParameterizedTest
    @MethodSource("blocks")
    void thePageHasTheFieldsOfTheSchema(Block block) throws IOException {
        Path file = Documents.ROOT.resolve("docs").resolve(block.page());
        if (Boolean.getBoolean("docs.write")) {
            String page = Files.readString(file);
            int from = page.indexOf(block.begin());
            int to = page.indexOf(block.end(), from) + block.end().length();
            Files.writeString(file, page.substring(0, from) + block.text() + page.substring(to));
        }
        assertThat(Files.readString(file)).contains(block.text());
    }
}
