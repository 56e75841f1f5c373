package io.fairway.dispatcher.slurm;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.core.model.JobKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of which Slurm was told something that is not taken back yet: the last dispatch record of each. The topic of
 * the dispatch records holds the same, so whoever leads next knows it too.
 */
final class NumberedJobs {
    private final Map<JobKey, Dispatch> told = new LinkedHashMap<>();

    /** Applies a record of any dispatcher; records of starts, and of levers that Slurm does not have, change nothing. */
    void apply(Dispatch record) {
        JobKey job = new JobKey(record.getDomain(), record.getCluster(), record.getJob());
        if (record.getAction() == DispatchAction.RETURNED) {
            told.remove(job);
        } else if (record.getAction() == DispatchAction.TOLD
                && record.getValue() != null
                && SlurmParameter.of(record.getParameter()) != null) {
            told.put(job, record);
        }
    }

    /** What a job or array was told last; null for nothing. */
    @Nullable
    Dispatch of(JobKey unit) {
        return told.get(unit);
    }

    /** The told jobs of a cluster. */
    List<Dispatch> of(String domain, String cluster) {
        return told.values().stream()
                .filter(each ->
                        each.getDomain().equals(domain) && each.getCluster().equals(cluster))
                .toList();
    }
}
