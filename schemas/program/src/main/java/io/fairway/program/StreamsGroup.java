package io.fairway.program;

import io.fairway.schemas.Causes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** The group of an application, whichever of the two protocols of Kafka Streams it has. */
public final class StreamsGroup {
    private StreamsGroup() {}

    /**
     * Where its members are; empty = nobody is in it, or there is no such group.
     *
     * @param id the application's {@code application.id}
     * @throws KafkaException if the brokers do not tell, as without Describe on the group
     */
    public static Set<String> hosts(Admin admin, String id) {
        List<String> group = List.of(id);
        KafkaFuture<List<String>> classic = admin.describeConsumerGroups(group)
                .all()
                .thenApply(found -> found.values().stream()
                        .flatMap(described -> described.members().stream())
                        .map(MemberDescription::host)
                        .toList());
        KafkaFuture<List<String>> ofStreams = admin.describeStreamsGroups(group)
                .all()
                .thenApply(found -> found.values().stream()
                        .flatMap(described -> described.members().stream())
                        .map(StreamsGroupMemberDescription::clientHost)
                        .toList());
        Set<String> hosts = new TreeSet<>();
        for (KafkaFuture<List<String>> found : List.of(classic, ofStreams)) {
            try {
                hosts.addAll(found.get());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof GroupIdNotFoundException)
                        && !(e.getCause() instanceof UnsupportedVersionException)) {
                    throw new KafkaException(
                            "the members of group " + id + " cannot be read: "
                                    + Causes.rootOf(e).getMessage(),
                            e);
                }
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
        return hosts;
    }
}
