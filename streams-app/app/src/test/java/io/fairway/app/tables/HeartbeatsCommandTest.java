package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeartbeatsCommandTest {
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:07Z");

    private static Heartbeat beat(String domain, String policy, String through, String... problems) {
        return Heartbeat.newBuilder()
                .setDomain(domain)
                .setPolicy(policy)
                .setEvaluatedThrough(Instant.parse(through))
                .setInputOffsets(Map.of())
                .setCounts(Map.of())
                .setProblems(List.of(problems))
                .build();
    }

    private static String printed(Heartbeat... beats) {
        StringWriter out = new StringWriter();
        HeartbeatsCommand.print(List.of(beats), NOW, new PrintWriter(out, true));
        return out.toString();
    }

    /** Both policies of a domain tell of its problems, which are there once. */
    @Test
    void tellsOfEachDomainWithItsProblemsOnce() {
        assertThat(printed(
                        beat("jura", "main", "2026-12-01T08:00:06.5Z"),
                        beat("alps", "shadow", "2026-12-01T07:59:00Z", "a clock is off", "a source is silent"),
                        beat("alps", "main", "2026-12-01T08:00:05Z", "a clock is off", "a source is silent")))
                .isEqualToNormalizingNewlines("""
                        DOMAIN           POLICY           EVALUATED THROUGH           AGO
                        alps             main             2026-12-01T08:00:05Z        2 s
                        alps             shadow           2026-12-01T07:59:00Z       67 s
                        jura             main             2026-12-01T08:00:06Z        0 s
                        alps: a clock is off
                        alps: a source is silent
                        """);
    }

    @Test
    void saysThatNobodyHasSaidAnything() {
        assertThat(printed()).isEqualToNormalizingNewlines("no heartbeat\n");
    }
}
