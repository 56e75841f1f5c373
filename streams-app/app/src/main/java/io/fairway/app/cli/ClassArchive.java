package io.fairway.app.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The archive of loaded classes from which the next start of {@code serve} is sooner. The JVM can write one by itself when it ends, but
 * would write it after a refused start as well, with hardly a class in it.
 */
final class ClassArchive {
    /** The file to write; the launcher names it where it has none that fits. */
    static final String FILE = "fairway.class.archive";

    private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);

    private ClassArchive() {}

    /** Writes it, if the launcher asked for it. The JVM must record its classes ({@code -XX:+RecordDynamicDumpInfo}). */
    static void write() {
        @Nullable String file = System.getProperty(FILE);
        if (file == null) {
            return;
        }
        PrintStream out = System.out;
        // The JDK says on standard output that it did it, and a service's goes to the journal.
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            Object said = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "vmCds",
                            new Object[] {new String[] {"dynamic_dump", file}},
                            new String[] {String[].class.getName()});
            LOG.debug("{}", said);
        } catch (JMException e) {
            LOG.info("no archive of classes for the next start: {}", e.toString());
        } finally {
            System.setOut(out);
        }
    }
}
