package io.fairway.agent.job;

import io.fairway.agent.metrics.AgentCounters;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** The two ways on which messages come: the socket, and the spool. */
public final class JobInbox implements Closeable {
    private final JobSocket socket;
    private final JobDesk desk;

    /** @param permissions of the socket, such as {@code rw-------} */
    public JobInbox(Path socket, String permissions, JobDesk desk) throws IOException {
        this.desk = desk;
        this.socket = JobSocket.open(socket, permissions, desk, System::currentTimeMillis);
    }

    /** Takes what waits in the spool. */
    public void takeSpool(Path directory, AgentCounters counters, long nowMillis) throws IOException {
        JobSpool.take(directory, desk, counters, nowMillis);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
