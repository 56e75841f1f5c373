package io.fairway.schedulers.moab.config;

import java.util.Map;
import java.util.Set;

/**
 * The priority of a job's attributes: JOBPRIOF, with NODETOJOBATTRMAP. An attribute without an entry counts 0.
 *
 * @param states by job state, {@code STATE[Running]=100}
 * @param attributes by job attribute, {@code ATTR[PREEMPTEE]=-200}
 * @param genericResources by requested generic resource, {@code GRES[matlab]=400}
 * @param nodeFeatures NODETOJOBATTRMAP: requested node features that count as job attributes
 */
public record JobPriorityFunction(
        Map<String, Long> states,
        Map<String, Long> attributes,
        Map<String, Long> genericResources,
        Set<String> nodeFeatures) {
    /** No attribute counts. */
    public static final JobPriorityFunction NONE = new JobPriorityFunction(Map.of(), Map.of(), Map.of(), Set.of());

    public JobPriorityFunction {
        states = Map.copyOf(states);
        attributes = Map.copyOf(attributes);
        genericResources = Map.copyOf(genericResources);
        nodeFeatures = Set.copyOf(nodeFeatures);
    }
}
