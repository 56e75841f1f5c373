package io.fairway.system.docs;

/** Words that pages show as code, and no source has. */
final class ForeignWords {
    /** Of other programs; then ends, patterns and composed names of Fairway's own. */
    static final String TEXT = """
            LSB_PRE_POST_EXEC_USER ConstrainRAMSpace systemd-run --scope --unit socat
            x509 enddate noout s_client du xsh ulimits joblog old_reporting python3-requests
            connectorsOnly connectors/slurm-jobcomp/offsets O_APPEND pg_hba.conf pg_replication_slots
            transforms.shares.topic.prefix transforms.shares.domain.pins historical-run-time-spread
            restore.consumer.max.poll.records enable.transactional.statestores max.task.idle.ms
            producer.compression.type processor.wrapper.class offsets.retention.minutes replica.selector.class
            org.apache.kafka.common.replica.RackAwareReplicaSelector PartitionGroup.readyToProcess
            String.intern StateStore.flush _schemas rpmbuild noexec v1beta2 send_script phillips.log pit-reports
            threadName loggerName formattedMessage throwable OTEL_
            kafka-configs --alter --entity-type --entity-name --add-config find-hanging __consumer_offsets determined
            LSFUSER NDJSON ECDSA FCFS SIGKILL SCRAM FSTREECAP FSTREETIERMULTIPLIER FSTREEISREQUIRED
            POOL COMBINED CEIL VIOL XFCAP XFMIN META trustStore trustStorePassword

            http.tls _process_ratio _punctuate_ratio _commit_ratio fairway-USER.log fairway-job-42 fairway-passwords fairway_NEW_all.deb fairway-NEW.noarch.rpm job-CLUSTER-JOB-MEASURE
            fairway.avro.Ramp fairway.pem Flakes test-times.md BUILD SNAPSHOT.20261128141500
            """;

    private ForeignWords() {}
}
