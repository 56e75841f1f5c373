package io.fairway.agent.gpu;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks {@code nvidia-smi} what the GPUs do. Where the program is missing, it asks once. */
public final class NvidiaSmi {
    private static final Logger LOG = LoggerFactory.getLogger(NvidiaSmi.class);
    private static final long PATIENCE_SECONDS = 10;
    private static final int MAX_ANSWER = 1 << 20;

    private final String program;
    private boolean present;

    /** @param program its name or path; empty = there are no GPUs */
    public NvidiaSmi(String program) {
        this.program = program;
        this.present = !program.isEmpty();
    }

    /** What the GPUs do now; none where the program is missing or fails. */
    public List<GpuLoad> loads() {
        if (!present) {
            return List.of();
        }
        String gpus = ask("--query-gpu=uuid,utilization.gpu");
        return gpus.isBlank() ? List.of() : GpuLoad.parse(gpus, ask("--query-compute-apps=gpu_uuid,pid"));
    }

    private String ask(String query) {
        Process process;
        try {
            process = new ProcessBuilder(program, query, "--format=csv,noheader,nounits")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
        } catch (IOException e) {
            present = false;
            LOG.info("no GPU time is measured: {}", e.getMessage());
            return "";
        }
        // A driver that hangs must not hang the agent: the program is killed, and its output ends.
        process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
        try (var answer = process.getInputStream()) {
            return new String(answer.readNBytes(MAX_ANSWER), StandardCharsets.UTF_8);
        } catch (IOException e) {
            LOG.warn("{} did not answer: {}", program, e.toString());
            return "";
        }
    }
}
