/**
 * What a dispatcher does with the order: it starts the jobs on the slots or hosts of a cluster, or tells another
 * scheduler. It decides no order. Start with {@link Starts}, then {@link HostCluster}.
 */
package io.fairway.dispatcher.cluster;
