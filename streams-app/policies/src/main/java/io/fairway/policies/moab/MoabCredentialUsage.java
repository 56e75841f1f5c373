package io.fairway.policies.moab;

import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.policies.family.UsageReader;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.fairshare.AssociationUsage;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.priority.FairshareCaps;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Usage by credential. That of users and accounts follows from their associations. Groups, QOSs and classes have
 * measures of their own if they matter.
 */
final class MoabCredentialUsage {
    private static final Set<CredentialType> OTHERS =
            EnumSet.of(CredentialType.GROUP, CredentialType.QOS, CredentialType.CLASS);

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
            boolean other = OTHERS.contains(own.getKey().type());
            othersWeigh |= own.getValue().fairshareWeight() != 0
                    || (other && (own.getValue().target().isSet() || FairshareCaps.hasCap(own.getValue())));
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
            for (CredentialType type : OTHERS) {
                scopes.put(name(type), (job, attributes) -> {
                    Credential own = JobCredentials.of(attributes).get(type);
                    return own == null
                            ? null
                            : NodeId.ofAccount(attributes.text(Attribute.TREE, job.cluster()), own.name());
                });
            }
        }
        return scopes;
    }

    /** The usage that priorities in a tree read at an instant. */
    FairshareUsage of(ShareTree tree, UsageReader usage, double decay, double seconds, long at) {
        FairshareUsage own =
                AssociationUsage.of(tree, usage.rings(measure, tree.tree()), ring -> ring.decayed(decay, at), seconds);
        if (apart) {
            return own;
        }
        Map<Credential, Double> decayed = new HashMap<>(own.decayed());
        for (CredentialType type : OTHERS) {
            usage.rings(name(type), tree.tree()).forEach((node, ring) -> {
                if (node.tree().equals(tree.tree())) {
                    decayed.put(new Credential(type, node.account()), ring.decayed(decay, at));
                }
            });
        }
        return new FairshareUsage(decayed, own.total(), seconds);
    }

    /** The windows of every credential with usage in a tree's name. */
    Map<Credential, WindowRing> rings(ShareTree tree, UsageReader usage, Windowing windowing) {
        Map<Credential, WindowRing> rings = new HashMap<>();
        usage.rings(measure, tree.tree())
                .forEach((node, ring) ->
                        AssociationUsage.forEach(tree, node, credential -> add(ring, credential, rings, windowing)));
        if (!apart) {
            for (CredentialType type : OTHERS) {
                usage.rings(name(type), tree.tree())
                        .forEach((node, ring) -> add(ring, new Credential(type, node.account()), rings, windowing));
            }
        }
        return rings;
    }

    private static void add(
            WindowRing ring, Credential credential, Map<Credential, WindowRing> rings, Windowing windowing) {
        rings.computeIfAbsent(credential, none -> new WindowRing(windowing)).add(ring);
    }

    private String name(CredentialType type) {
        return measure + "." + type.name().toLowerCase(java.util.Locale.ROOT);
    }
}
