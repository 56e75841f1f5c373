package io.fairway.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.agent.record.AgentIdentity;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostReportTest {
    private static final AgentIdentity N1 = new AgentIdentity("alps", "daint", "n1");

    @TempDir
    private Path proc;

    private HostReport report(long slots, HostState state) {
        return new HostReport(N1, new HostReport.Settings(slots, List.of("big"), state), proc, Duration.ZERO);
    }

    /** proc(5), /proc/stat: the first line is the sum of all processors. */
    private void processors(int count) throws IOException {
        StringBuilder stat = new StringBuilder("cpu  10 0 5 900 0 0 0 0 0 0\n");
        for (int i = 0; i < count; i++) {
            stat.append("cpu").append(i).append(" 1 0 0 90 0 0 0 0 0 0\n");
        }
        Files.writeString(proc.resolve("stat"), stat.append("intr 5 1 2\nctxt 9\n"));
    }

    private static Host expected(long slots, HostState state) {
        return Host.newBuilder()
                .setDomain("alps")
                .setCluster("daint")
                .setName("n1")
                .setSlots(slots)
                .setGroups(List.of("big"))
                .setState(state)
                .build();
    }

    private static Host waiting(HostReport report) {
        return Objects.requireNonNull(report.waiting());
    }

    @Test
    void aHostIsToldOnceAndAgainWhenItsProcessorsChange() throws IOException {
        processors(4);
        HostReport report = report(0, HostState.OPEN);
        assertThat(report.waiting()).isNull();
        report.look();
        assertThat(waiting(report)).isEqualTo(expected(4, HostState.OPEN));
        report.arrived(waiting(report));
        report.look();
        assertThat(report.waiting()).isNull();

        processors(3);
        report.look();
        assertThat(waiting(report)).isEqualTo(expected(3, HostState.OPEN));
        // An answer about the record before says nothing of this one.
        report.arrived(expected(4, HostState.OPEN));
        assertThat(report.waiting()).isNotNull();
    }

    @Test
    void configuredSlotsCountInsteadOfProcessors() {
        HostReport report = report(12, HostState.CLOSED);
        report.look();
        assertThat(waiting(report)).isEqualTo(expected(12, HostState.CLOSED));
    }

    @Test
    void whatCouldNotBeSentIsToldAgain() throws IOException {
        processors(2);
        HostReport report = report(0, HostState.OPEN);
        report.look();
        report.failed(waiting(report));
        assertThat(report.waiting()).isNull();
        report.look();
        assertThat(waiting(report)).isEqualTo(expected(2, HostState.OPEN));
    }

    /** No slots would be worse than none told: the table may have them from another source. */
    @Test
    void aHostWhoseProcessorsCannotBeCountedIsNotTold() throws IOException {
        HostReport report = report(0, HostState.OPEN);
        report.look();
        assertThat(report.waiting()).isNull();
        Files.writeString(proc.resolve("stat"), "cpu 1 2 3\n");
        report.look();
        assertThat(report.waiting()).isNull();
    }

    @Test
    void atTheEndTheHostIsDownWithItsSlots() throws IOException {
        processors(4);
        HostReport report = report(0, HostState.OPEN);
        report.look();
        report.arrived(waiting(report));
        report.close();
        assertThat(waiting(report)).isEqualTo(expected(4, HostState.DOWN));
        // The sampler's last look does not open it again.
        report.look();
        assertThat(waiting(report)).isEqualTo(expected(4, HostState.DOWN));
    }

    @Test
    void theEndWaitsForTheBroker() throws Exception {
        HostReport report =
                new HostReport(N1, new HostReport.Settings(1, List.of(), HostState.OPEN), proc, Duration.ofMinutes(5));
        report.look();
        report.arrived(waiting(report));
        Thread end = new Thread(report::close);
        end.start();
        Host last = null;
        while (last == null) {
            Thread.onSpinWait();
            last = report.waiting();
        }
        assertThat(end.isAlive()).isTrue();
        report.arrived(last);
        end.join(Duration.ofMinutes(1).toMillis());
        assertThat(end.isAlive()).isFalse();
        assertThat(last.getState()).isEqualTo(HostState.DOWN);
    }
}
