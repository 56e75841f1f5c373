package io.fairway.system.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A container to kill, pause, cut off and start again. It keeps its files until it is closed. Its root file system is read-only
 * if it is one of Fairway's own.
 */
final class FairwayContainer extends GenericContainer<FairwayContainer> {
    private static final AbstractWaitStrategy AT_ONCE = new AbstractWaitStrategy() {
        @Override
        protected void waitUntilReady() {
            // It runs.
        }
    };

    private static final int LAST_LINES = 30;

    private final String alias;
    private final Map<Network, String> others = new LinkedHashMap<>();

    FairwayContainer(DockerImageName image, Network network, String alias, long memoryMiB) {
        super(image);
        this.alias = alias;
        withNetwork(network);
        withNetworkAliases(alias);
        withImagePullPolicy(name -> false);
        // Whoever starts it waits for what it needs.
        setWaitStrategy(AT_ONCE);
        modifyHost(host -> host.withMemory(memoryMiB << 20)
                .withMemorySwap(memoryMiB << 20)
                // Only containers have names here. The engine would ask the machine's resolver for one that is down,
                // which a
                // network without a way out never hears: the caller would hang until it gives up. Nobody listens here.
                .withDns("127.0.0.1"));
    }

    /** As docs/docker.md says to run them: no capabilities, and nothing of the image can be written. */
    FairwayContainer hardened() {
        return modifyHost(host -> host.withReadonlyRootfs(true)
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges:true")));
    }

    /** A port of the loopback interface that stays the same after a restart. */
    FairwayContainer published(int port, int inside) {
        withExposedPorts(inside);
        return modifyHost(host -> host.withPortBindings(
                new PortBinding(Ports.Binding.bindIpAndPort("127.0.0.1", port), ExposedPort.tcp(inside))));
    }

    private FairwayContainer modifyHost(Consumer<HostConfig> change) {
        return withCreateContainerCmdModifier(
                command -> change.accept(Objects.requireNonNull(command.getHostConfig())));
    }

    /** Another network, from its first moment on. */
    FairwayContainer alsoOn(Network network, String name) {
        others.put(network, name);
        return this;
    }

    @Override
    protected void containerIsCreated(String id) {
        others.forEach((network, name) -> connect(id, network, name));
    }

    String alias() {
        return alias;
    }

    void kill() {
        client().killContainerCmd(getContainerId()).exec();
    }

    /** SIGTERM, as the engine ends it in order; its exit code. */
    long end() {
        client().stopContainerCmd(getContainerId()).withTimeout(60).exec();
        return exitCode();
    }

    void startAgain() {
        client().startContainerCmd(getContainerId()).exec();
    }

    void pause() {
        client().pauseContainerCmd(getContainerId()).exec();
    }

    void goOn() {
        client().unpauseContainerCmd(getContainerId()).exec();
    }

    void disconnect(Network network) {
        client().disconnectFromNetworkCmd()
                .withContainerId(getContainerId())
                .withNetworkId(network.getId())
                .exec();
    }

    void connect(Network network, String name) {
        connect(getContainerId(), network, name);
    }

    private static void connect(String id, Network network, String name) {
        client().connectToNetworkCmd()
                .withContainerId(id)
                .withNetworkId(network.getId())
                .withContainerNetwork(new ContainerNetwork().withAliases(name))
                .exec();
    }

    InspectContainerResponse inspect() {
        return client().inspectContainerCmd(getContainerId()).exec();
    }

    boolean runs() {
        return Boolean.TRUE.equals(inspect().getState().getRunning());
    }

    long exitCode() {
        return Objects.requireNonNull(inspect().getState().getExitCodeLong());
    }

    /** What became of it, and the last lines that it said; for a failure's message. */
    String lastWords() {
        if (getContainerId() == null) {
            return alias + ": was not started";
        }
        InspectContainerResponse.ContainerState state = inspect().getState();
        String[] lines = getLogs().split("\n", -1);
        return alias + ": " + state.getStatus() + ", exit code " + state.getExitCodeLong() + ", out of memory: "
                + state.getOOMKilled() + "\n    "
                + String.join("\n    ", List.of(lines).subList(Math.max(0, lines.length - LAST_LINES), lines.length));
    }

    /** What bash does in it, as its user. */
    ExecResult bash(String script) {
        try {
            return execInContainer("bash", "-c", script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + alias, e);
        }
    }

    /** Whether it runs, and the check of its image says that it is ready. */
    boolean isReady() {
        return runs() && bash("exec \"$(find /opt -name healthy)\"").getExitCode() == 0;
    }

    private static DockerClient client() {
        return DockerClientFactory.instance().client();
    }
}
