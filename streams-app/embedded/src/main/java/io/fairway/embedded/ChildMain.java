package io.fairway.embedded;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * The main class of every child JVM. It runs another main class, and ends the JVM as soon as its parent is gone, even if the
 * parent was killed. It uses only the JDK, because the child's class path may have nothing else of ours.
 */
final class ChildMain {
    private ChildMain() {}

    /**
     * Runs another class's main method.
     *
     * @param args the parent's process id, the class to run, and its arguments
     */
    public static void main(String[] args) throws Exception {
        long parent = Long.parseLong(args[0]);
        var watch = new Thread(() -> endWith(parent), "watch-parent");
        watch.setDaemon(true);
        watch.start();
        String[] rest = Arrays.copyOfRange(args, 2, args.length);
        try {
            Class.forName(args[1]).getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static void endWith(long parent) {
        // The parent ended before this check.
        ProcessHandle.of(parent).ifPresent(process -> process.onExit().join());
        Runtime.getRuntime().halt(1);
    }
}
