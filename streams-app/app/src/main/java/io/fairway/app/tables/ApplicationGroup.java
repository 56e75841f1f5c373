package io.fairway.app.tables;

import io.fairway.program.StreamsGroup;
import io.fairway.schemas.Causes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** What the brokers know of an application: who is in its consumer group, and what that has committed. */
interface ApplicationGroup extends AutoCloseable {
    /** Its id, the application's {@code application.id}. */
    String id();

    /**
     * Whether nobody is in it.
     *
     * @throws KafkaException if the brokers do not tell, as without Describe on the group
     */
    boolean isEmpty();

    /**
     * The next offset that it will read of each partition, such as {@code fairway.shares-3}.
     *
     * @throws KafkaException as above
     */
    Map<String, Long> committed();

    @Override
    void close();

    /**
     * The group on brokers.
     *
     * @param settings of an admin client
     */
    static ApplicationGroup of(String id, Map<String, Object> settings) {
        Map<String, Object> own = new HashMap<>(settings);
        int limit = Math.toIntExact(Duration.ofSeconds(10).toMillis());
        own.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, limit);
        own.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, limit);
        Admin admin = Admin.create(own);
        return new ApplicationGroup() {
            @Override
            public String id() {
                return id;
            }

            @Override
            public boolean isEmpty() {
                return StreamsGroup.hosts(admin, id).isEmpty();
            }

            @Override
            public Map<String, Long> committed() {
                Map<String, Long> next = new HashMap<>();
                try {
                    admin.listConsumerGroupOffsets(id)
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .forEach((partition, offset) -> {
                                if (offset != null) {
                                    next.put(partition.toString(), offset.offset());
                                }
                            });
                } catch (ExecutionException e) {
                    throw new KafkaException(
                            "the offsets of group " + id + " cannot be read: "
                                    + Causes.rootOf(e).getMessage(),
                            e);
                } catch (InterruptedException e) {
                    throw new InterruptException(e);
                }
                return next;
            }

            @Override
            public void close() {
                admin.close();
            }
        };
    }
}
