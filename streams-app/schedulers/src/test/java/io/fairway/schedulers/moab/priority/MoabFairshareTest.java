package io.fairway.schedulers.moab.priority;

import static io.fairway.schedulers.moab.credential.Fixture.parameters;
import static io.fairway.schedulers.moab.credential.Fixture.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.MoabParametersBuilder;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.config.Weights;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Targets on the nodes of a tree. */
class MoabFairshareTest {
    private static final ShareTree TREE = ShareTree.build(
            "t",
            List.of(
                    ShareNode.account("t", "cs", null, 1, 0),
                    ShareNode.account("t", "bio", null, 1, 1),
                    ShareNode.user("t", "cs", "john", 1, 2),
                    ShareNode.user("t", "cs", "anna", 1, 3),
                    ShareNode.user("t", "bio", "john", 1, 4)));
    private static final Credential JOHN = new Credential(CredentialType.USER, "john");
    private static final Credential CS = new Credential(CredentialType.ACCOUNT, "cs");

    /** Of 100: john 30 in cs and 10 in bio, anna 60 in cs. */
    @Test
    void comparesUsersOverAllAccountsWithTheirTargets() {
        MoabParameters parameters = parameters(
                        Map.of(Subfactor.FSUSER, 10L, Subfactor.FSACCOUNT, 1L, Subfactor.WCACCURACY, 1000L),
                        Map.of(JOHN, target("50"), JOHN.template(), target("20"), CS, target("70")))
                .build();

        Fairshare fairshare = evaluate(parameters);

        assertThat(fairshare.factor(node("cs", "john"))).isEqualTo(10 * 10 - 20);
        assertThat(fairshare.factor(node("bio", "john"))).isEqualTo(10 * 10);
        assertThat(fairshare.factor(node("cs", "anna"))).isEqualTo(-40 * 10 - 20);
        assertThat(fairshare.factor(node("cs", ""))).isEqualTo(-20);
        assertThat(fairshare.factor(node("bio", ""))).isEqualTo(0);
        assertThat(fairshare.factor(0)).isNaN();
        assertThat(fairshare.effectiveUsage(node("bio", "john"))).isEqualTo(0.4);
        assertThat(fairshare.normShares(node("cs", ""))).isEqualTo(0.7);
        assertThat(fairshare.normShares(node("bio", ""))).isNaN();
        List<Term> terms = fairshare.explain(node("cs", "anna"));
        assertThat(terms.stream().map(Term::name)).containsExactly("fairshare", "fsuser", "fsaccount");
        assertThat(terms.get(1).value()).isEqualTo(-40);
        assertThat(fairshare.explain(0)).hasSize(1);
    }

    @Test
    void capsAndViolationsApplyHereToo() {
        Weights capped = Fixture.weights(Map.of(Subfactor.FSUSER, 10L))
                .cap(PriorityComponent.FS, 50)
                .cap(Subfactor.FSUSER, 7)
                .build();
        MoabParametersBuilder parameters = parameters(
                        Map.of(), Map.of(JOHN, target("50"), JOHN.template(), target("20")))
                .weights(capped);
        assertThat(evaluate(parameters.build()).factor(node("cs", "john"))).isEqualTo(50);
        assertThat(evaluate(parameters.build()).factor(node("cs", "anna"))).isEqualTo(-50);

        parameters.credentials(Map.of(JOHN.template(), target("59-")));
        Fairshare violated = evaluate(parameters.build());
        assertThat(violated.factor(node("cs", "anna"))).isEqualTo(0);
        assertThat(violated.explain(node("cs", "anna")).get(0).rule()).contains("USERCFG[anna] above its ceiling");
    }

    private static Fairshare evaluate(MoabParameters parameters) {
        double[] own = new double[TREE.size()];
        own[node("cs", "john")] = 30;
        own[node("bio", "john")] = 10;
        own[node("cs", "anna")] = 60;
        return new MoabFairshare(parameters, SystemTotals.NONE, 0).evaluate(TREE, UsageSnapshot.ofOwn(TREE, own));
    }

    private static int node(String account, String user) {
        return TREE.find(new NodeId("t", account, user));
    }

    @Test
    void refusesAnImpossibleDecay() {
        assertThatThrownBy(() -> new FairshareSettings(FairsharePolicy.NONE, false, new Windowing(3_600_000, 4), 1.01))
                .hasMessageContaining("FSDECAY 1.01");
    }
}
