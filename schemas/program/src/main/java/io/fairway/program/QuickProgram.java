package io.fairway.program;

/**
 * How a program on picocli begins and ends without a look into each jar of its class path. Some are run in loops, or before each
 * job, and are over sooner than a hundred jars are opened.
 */
public final class QuickProgram {
    private QuickProgram() {}

    /** Before the first use of picocli. */
    public static void begin() {
        // Picocli would look for Groovy in each jar, and Java for a console of jshell.
        System.setProperty("picocli.disable.closures", "true");
        System.setProperty("jdk.console", "java.base");
    }

    /**
     * Ends the process. The calling thread must do nothing more: where this returns, the process ends when the thread does.
     *
     * @param status 0 if all is well
     */
    public static void end(int status) {
        // Java's own exit looks in each jar for a logger of exits.
        if (status != 0 || othersKeepTheProcess()) {
            System.exit(status);
        }
    }

    private static boolean othersKeepTheProcess() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> !thread.isDaemon() && thread != Thread.currentThread());
    }
}
