package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Numbers and names in sentences that an operator goes by. Each row has the words of a page, and the place that they come from: who
 * changes one of the two is told of the other.
 */
class FactsInPagesDocTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            try.md          ; a JDK 21 or later                              ; pom.xml ; <java.level>21<
            try.md          ; The demo ends with a verdict after 90 seconds  ; DemoCommand ; length = "90s"
            try.md          ; all shares are within 5 points                 ; commands.md ; within 5 points
            try.md          ; <http://127.0.0.1:8090/> shows                 ; commands.md ; Default: 8090, or a free port
            try.md          ; <http://127.0.0.1:8090/docs>                   ; commands.md ; Default: 8090, or a free port
            slurm.md        ; http://localhost:8090/ready                    ; configuration.md ; `http.listen` | `127.0.0.1:8090`
            slurm.md        ; every 5 s (`interval.ms`)                      ; SlurmCollectConfig ; INTERVAL, 5_000
            slurm.md        ; every 30 s (`accounting.interval.ms`)          ; SlurmCollectConfig ; ACCOUNTING_INTERVAL, 30_000
            slurm.md        ; at most 5 % of the time** (`controller.fraction`) ; SlurmCollectConfig ; 0.05
            slurm.md        ; If an answer takes 2 s, the next question comes after 40 s ; SlurmCollectConfig ; 0.05
            slurm.md        ; more than 60 s (`timeout.ms`)                  ; SlurmCollectConfig ; TIMEOUT, 60_000
            slurm.md        ; for a day (`accounting.lookback.ms`)           ; SlurmCollectConfig ; LOOKBACK, Duration.ofDays(1)
            slurm.md        ; comes after 10 s, then 20, 40 and 60           ; Pace ; AFTER_A_FAILURE = Duration.ofSeconds(10)
            slurm.md        ; comes after 10 s, then 20, 40 and 60           ; Pace ; LONGEST_AFTER_FAILURES = Duration.ofMinutes(1)
            slurm.md        ; are kept for 10 minutes                        ; QueueLook ; Duration.ofMinutes(10)
            slurm.md        ; sent 5,000 at a time                           ; Batches ; SIZE = 5_000
            slurm.md        ; policy then holds from five minutes ahead      ; PolicyFile ; AHEAD = Duration.ofMinutes(5)
            import.md       ; changed from five minutes ahead                ; PolicyFile ; AHEAD = Duration.ofMinutes(5)
            import.md       ; exits with code 1. Bad usage is code 2.        ; commands.md ; | 1 | errors in the files; nothing was written |
            backfill.md     ; `ledger.horizon.ms`, a week by default         ; configuration.md ; `ledger.horizon.ms` | `604800000`
            backfill.md     ; A line of more than 8 MiB                      ; TextLine ; MAX_BYTES = 8 << 20
            cluster.md      ; after the commit interval (100 ms by default)  ; configuration.md ; `commit.interval.ms` | `100`
            cluster.md      ; times out (10 s by default here)               ; FairwayConfig ; "session.timeout.ms"), 10_000
            cluster.md      ; sets the session timeout to 10 s               ; FairwayConfig ; "session.timeout.ms"), 10_000
            cluster.md      ; and the transaction timeout to 3 s             ; FairwayConfig ; Math.max(3_000, 2 * commit)
            cluster.md      ; says what it waits for after 2 s               ; ServeCommand ; SILENCE = Duration.ofSeconds(2)
            cluster.md      ; down for more than 20 h                        ; StoresOnDisk ; MAX_AGE = Duration.ofHours(20)
            cluster.md      ; by default 180 days of job events              ; reference-topics.md ; `JobEvent` | delete | 180 days
            cluster.md      ; 30 days of samples                             ; reference-topics.md ; `ResourceSample` | delete | 30 days
            cluster.md      ; 5 years of adjustments                         ; reference-topics.md ; `Adjustment` | delete | 1825 days
            trouble.md      ; Every 4 s each instance looks                  ; HealthWatch ; PERIOD = Duration.ofSeconds(4)
            trouble.md      ; is not ready, within 30 s ; streams-app/app/src/test/java/io/fairway/app/runtime/HealthWatchTest.java ; isLessThan(Duration.ofSeconds(30))
            monitor.md      ; `metrics.top.accounts` accounts (8)            ; configuration.md ; `metrics.top.accounts` | `8`
            monitor.md      ; `metrics.top.users` users (4)                  ; configuration.md ; `metrics.top.users` | `4`
            monitor.md      ; until another has used a quarter more          ; TopNodes ; AHEAD = 1.25
            trouble.md      ; went back by 2 s or more                       ; ClockProbe ; STEP = Duration.ofSeconds(2)
            trouble.md      ; it has the first 64 KiB of each                ; Envelope ; CUT = 64 * 1024
            trouble.md      ; or too large (4,096 types)                     ; WriterSchemas ; MAX_TYPES = 4_096
            trouble.md      ; A job takes at most 10,000 facts               ; JobBook ; MAX_FACTS = 10_000
            trouble.md      ; nothing came of it for a minute, or for six of its intervals ; SourceBook ; SILENCE = Duration.ofMinutes(1)
            trouble.md      ; `FairwaySourceSilent` fires after seven minutes ; docker/prometheus/alerts.yml ; fairway_source_staleness_seconds) > 300 for: 2m
            security.md     ; also the roles `producer:alps` and `producer:eiger` ; commands.md ; producer:CLUSTER
            cluster.md      ; is a dead letter of kind `cluster`             ; trouble.md ; | `cluster` | an event on the topic of another cluster
            security.md     ; fetches the keys again every 15 minutes        ; IssuerKeys ; REFRESHED = 15 * 60_000
            security.md     ; the old keys stay valid for a day              ; IssuerKeys ; KEPT = 24 * 3_600_000
            security.md     ; Clocks may differ by 60 s                      ; configuration.md ; `http.auth.oidc.skew.ms` | `60000`
            security.md     ; RSA keys have at least 2048 bits               ; Signatures ; SHORTEST_RSA = 2048
            security.md     ; signs who asks, for 30 s                       ; PeerPass ; LASTS = 30_000
            security.md     ; answer within 10 s in full                     ; Forwarder ; ANSWER = Duration.ofSeconds(10)
            security.md     ; at most 32 MiB                                 ; Forwarder ; LARGEST = 32 << 20
            security.md     ; ends within 14 days a warning                  ; Tls ; SOON = Duration.ofDays(14)
            security.md     ; within a second after a change                 ; TokenFile ; LOOK_EVERY = 1_000
            security.md     ; counts in steps of 1,024 records               ; Published ; STEP = 1_024
            security.md     ; one of `http.hosts` (else 421)                 ; HostCheck ; new Refusal(421
            questions.md    ; A list ends after 100 lines                    ; commands.md ; Print at most N lines. Default: 100.
            questions.md    ; keeps hours for 35 days                        ; Stores ; Duration.ofDays(35)
            questions.md    ; and days of UTC for 800 days                   ; Stores ; Duration.ofDays(800)
            questions.md    ; up to 1,000 of a kind                          ; CompleteNamesCommand ; MAX_NAMES = 1_000
            questions.md    ; the default is `http://127.0.0.1:8090`         ; ServerOptions ; http://127.0.0.1:8090
            clients.md      ; `http.listen` (127.0.0.1:8090)                 ; configuration.md ; `http.listen` | `127.0.0.1:8090`
            dispatch.md     ; `lead.session.ms` (6 s by default)             ; DispatcherConfig ; LEAD_SESSION, ConfigDef.Type.INT, 6_000
            dispatch.md     ; `snapshot.interval.ms` (30 s by default)       ; DispatcherConfig ; SNAPSHOT, ConfigDef.Type.LONG, 30_000L
            dispatch-command.md ; for `--retry-after` (60 s)                 ; commands.md ; `--retry-after SECONDS` | `60`
            dispatch-command.md ; `--answer-timeout` (30 s)                  ; commands.md ; `--answer-timeout SECONDS` | `30`
            slurm-writeback.md  ; Cycles every 2 s (`cycle.ms`)              ; DispatchCommand ; DispatcherConfig.CYCLE, "2000"
            slurm-writeback.md  ; Records older than 7 days                  ; WriteBack ; REWRITE = Duration.ofDays(7)
            agent.md        ; curl -s http://127.0.0.1:9818/metrics          ; AgentConfig ; "127.0.0.1:9818"
            security.md     ; | coordinator | in addition                    ; Role ; COORDINATOR
            install.md      ; systemctl enable --now fairway journalctl      ; streams-app/dist/src/package/fairway/systemd/fairway.service ; ExecStart
            alerts.md       ; `javaOptions` of the chart                     ; docker/helm/fairway/values.yaml ; javaOptions
            agent.md        ; does not answer within 3 seconds               ; AgentConfig ; HOST_PATIENCE = Duration.ofSeconds(3)
            corrections.md  ; do not answer within 5 s                       ; AdjustmentTopic ; PATIENCE = Duration.ofSeconds(5)
            corrections.md  ; A body has at most 16 KiB                      ; AdjustmentPost ; MAX_BODY_BYTES = 16_384
            shares.md       ; wait up to 30 s for the answer                 ; ApplicationAnswer ; PATIENCE = Duration.ofSeconds(30)
            shares.md       ; end with 0 after 5 s                           ; ApplicationAnswer ; SILENCE = Duration.ofSeconds(5)
            managed-kafka.md ; `retention.ms` of 180 days for events         ; reference-topics.md ; `JobEvent` | delete | 180 days
            state.md        ; RocksDB, 35 days                               ; Stores ; Duration.ofDays(35)
            state.md        ; RocksDB, 800 days                              ; Stores ; Duration.ofDays(800)
            """)
    void aPageSaysWhatItsSourceSays(String page, String words, String source, String place) throws IOException {
        assertThat(words("docs/" + page).contains(words))
                .as("%s says '%s', because %s has '%s'", page, words, source, place)
                .isTrue();
        assertThat(words(file(source)).contains(place))
                .as("%s has '%s', and %s says '%s'", source, place, page, words)
                .isTrue();
    }

    private static String file(String source) throws IOException {
        if (source.contains("/") || source.endsWith(".xml")) {
            return source;
        }
        return source.endsWith(".md")
                ? "docs/" + source
                : PageNames.main(source).toString();
    }

    /** A line may end anywhere in a sentence. */
    private static String words(String file) throws IOException {
        return Files.readString(Documents.ROOT.resolve(file)).replaceAll("\\s+", " ");
    }
}
