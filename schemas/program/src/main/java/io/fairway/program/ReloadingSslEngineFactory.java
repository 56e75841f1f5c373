package io.fairway.program;

import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS for Kafka's clients that reads key store and trust store again when their files have changed. Kafka's own factory
 * reads them once, so that a client has to be restarted before its certificate ends. New connections take the new files;
 * open ones stay as they are.
 *
 * <p>Files that cannot be read, such as half-written ones, are left for the next connection: the last good ones hold.
 */
public final class ReloadingSslEngineFactory implements SslEngineFactory {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadingSslEngineFactory.class);

    private Map<String, Object> configs = Map.of();
    private @Nullable DefaultSslEngineFactory current;

    @Override
    public synchronized void configure(Map<String, ?> settings) {
        configs = new HashMap<>(settings);
        current = load();
    }

    @Override
    public synchronized SSLEngine createClientSslEngine(String host, int port, String identification) {
        return fresh().createClientSslEngine(host, port, identification);
    }

    @Override
    public synchronized SSLEngine createServerSslEngine(String host, int port) {
        return fresh().createServerSslEngine(host, port);
    }

    @Override
    public synchronized boolean shouldBeRebuilt(Map<String, Object> nextConfigs) {
        return current().shouldBeRebuilt(nextConfigs);
    }

    @Override
    public synchronized Set<String> reconfigurableConfigs() {
        return current().reconfigurableConfigs();
    }

    @Override
    public synchronized @Nullable KeyStore keystore() {
        return current().keystore();
    }

    @Override
    public synchronized @Nullable KeyStore truststore() {
        return current().truststore();
    }

    private DefaultSslEngineFactory fresh() {
        DefaultSslEngineFactory loaded = current();
        if (!loaded.shouldBeRebuilt(configs)) {
            return loaded;
        }
        try {
            DefaultSslEngineFactory next = load();
            current = next;
            LOG.info("the files of TLS have changed: new connections take them");
            return next;
        } catch (KafkaException unreadable) {
            LOG.warn("the files of TLS have changed and cannot be read; the last ones hold: {}", unreadable.toString());
            return loaded;
        }
    }

    private DefaultSslEngineFactory load() {
        DefaultSslEngineFactory next = new DefaultSslEngineFactory();
        next.configure(configs);
        return next;
    }

    private DefaultSslEngineFactory current() {
        return Objects.requireNonNull(current, "not configured");
    }

    @Override
    public synchronized void close() {
        if (current != null) {
            current.close();
        }
    }
}
