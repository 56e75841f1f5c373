package io.fairway.schedulers.moab;

import java.util.Map;
import java.util.Set;

/**
 * What attributes of a job are worth: JOBPRIOF, with NODETOJOBATTRMAP. What it does not name is worth 0.
 *
 * @param states by job state, {@code STATE[Running]=100}
 * @param attributes by job attribute, {@code ATTR[PREEMPTEE]=-200}
 * @param genericResources by generic resource that is asked for, {@code GRES[matlab]=400}
 * @param nodeFeatures NODETOJOBATTRMAP: requested node features that count as job attributes
 */
public record JobPriorityFunction(
        Map<String, Long> states,
        Map<String, Long> attributes,
        Map<String, Long> genericResources,
        Set<String> nodeFeatures) {
    /** Nothing is worth anything. */
    public static final JobPriorityFunction NONE = new JobPriorityFunction(Map.of(), Map.of(), Map.of(), Set.of());

    public JobPriorityFunction {
        states = Map.copyOf(states);
        attributes = Map.copyOf(attributes);
        genericResources = Map.copyOf(genericResources);
        nodeFeatures = Set.copyOf(nodeFeatures);
    }
}
