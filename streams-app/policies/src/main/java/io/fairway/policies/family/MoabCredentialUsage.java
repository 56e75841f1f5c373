package io.fairway.policies.family;

import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.NodeId;
import io.fairway.schedulers.moab.Credential;
import io.fairway.schedulers.moab.CredentialSettings;
import io.fairway.schedulers.moab.CredentialType;
import io.fairway.schedulers.moab.FairshareUsage;
import io.fairway.schedulers.moab.MoabParameters;
import io.fairway.schedulers.moab.Subfactor;
import io.fairway.schedulers.moab.WindowRing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Usage by credential. That of users and accounts follows from their associations. Groups, QOSs and classes have
 * measures of their own if they matter.
 */
final class MoabCredentialUsage {
    private static final Map<CredentialType, Attribute> OTHERS = Map.of(
            CredentialType.GROUP, Attribute.GROUP,
            CredentialType.QOS, Attribute.QOS,
            CredentialType.CLASS, Attribute.JOB_CLASS);

    private final String measure;
    private final boolean apart;

    MoabCredentialUsage(String measure, MoabParameters parameters) {
        this.measure = measure;
        boolean othersWeigh = !parameters.partitionWeights().isEmpty();
        for (Subfactor subfactor : List.of(Subfactor.FSGROUP, Subfactor.FSQOS, Subfactor.FSCLASS)) {
            othersWeigh |= parameters.weights().weight(subfactor) != 0;
        }
        for (Map.Entry<Credential, CredentialSettings> own :
                parameters.credentials().entrySet()) {
            boolean other = OTHERS.containsKey(own.getKey().type());
            othersWeigh |= own.getValue().fairshareWeight() != 0
                    || (other && own.getValue().target().isSet());
        }
        apart = !othersWeigh;
    }

    /** Whether a job's fairshare is that of its association. */
    boolean areApart() {
        return apart;
    }

    /** The measures of other credentials. A credential's name is in the account of a node without user. */
    Map<String, ChargeScope> scopes() {
        Map<String, ChargeScope> scopes = new TreeMap<>();
        if (!apart) {
            OTHERS.forEach((type, attribute) -> scopes.put(name(type), (job, attributes) -> {
                String name = attributes.text(attribute);
                return name == null ? null : new NodeId(attributes.text(Attribute.TREE, job.cluster()), name, "");
            }));
        }
        return scopes;
    }

    /** The usage that priorities in a tree read at an instant. */
    FairshareUsage of(String tree, UsageReader usage, double decay, double seconds, long at) {
        Map<Credential, Double> decayed = new HashMap<>();
        double total = 0;
        for (Map.Entry<NodeId, WindowRing> entry : usage.rings(measure).entrySet()) {
            NodeId node = entry.getKey();
            if (node.tree().equals(tree)) {
                double own = entry.getValue().decayed(decay, at);
                total += own;
                decayed.merge(new Credential(CredentialType.USER, node.user()), own, Double::sum);
                decayed.merge(new Credential(CredentialType.ACCOUNT, node.account()), own, Double::sum);
            }
        }
        if (!apart) {
            for (CredentialType type : OTHERS.keySet()) {
                usage.rings(name(type)).forEach((node, ring) -> {
                    if (node.tree().equals(tree)) {
                        decayed.put(new Credential(type, node.account()), ring.decayed(decay, at));
                    }
                });
            }
        }
        return new FairshareUsage(decayed, total, seconds);
    }

    private String name(CredentialType type) {
        return measure + "." + type.name().toLowerCase(java.util.Locale.ROOT);
    }
}
