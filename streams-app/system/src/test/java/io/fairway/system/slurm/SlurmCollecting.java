package io.fairway.system.slurm;

import io.fairway.system.FairwayMain;
import io.fairway.trial.replay.Workbench;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/** {@code fairway collect slurm} in a thread of its own. */
public final class SlurmCollecting implements AutoCloseable {
    private final Thread thread;
    private final StringWriter said = new StringWriter();

    public SlurmCollecting(SlurmCluster slurm, Workbench bench) {
        CommandLine line =
                FairwayMain.commandLine("collect").setOut(new PrintWriter(said)).setErr(new PrintWriter(said));
        thread = new Thread(
                () -> line.execute(
                        "collect",
                        "slurm",
                        "-b",
                        bench.addresses().get("bootstrap.servers"),
                        "-r",
                        bench.addresses().get("schema.registry.url"),
                        "-p",
                        "slurm.conf=" + slurm.configuration(),
                        "-p",
                        "squeue.command=" + slurm.program("squeue"),
                        "-p",
                        "sacct.command=" + slurm.program("sacct"),
                        "-p",
                        "interval.ms=1000",
                        "-p",
                        "controller.fraction=0.5",
                        "-p",
                        "accounting.interval.ms=2000"),
                "collect");
        thread.start();
    }

    /** Throws if it has ended, with what it printed. */
    public void requireAlive() {
        if (!thread.isAlive()) {
            throw new IllegalStateException("it ended: " + said);
        }
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join(TimeUnit.MINUTES.toMillis(1));
        System.out.println(said);
    }
}
