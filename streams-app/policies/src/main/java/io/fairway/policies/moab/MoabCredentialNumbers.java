package io.fairway.policies.moab;

import io.fairway.core.policy.Term;
import io.fairway.core.usage.Window;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.explain.MoabOutlook;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.family.PolicyView;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The fairshare of each credential with usage or a target: its windows, what decay leaves of them, its part in per cent, its target
 * and the distance to it. The total comes first.
 *
 * <p>Source: Maui admin guide 6.3; Moab 5.1.2, Fairshare.
 */
final class MoabCredentialNumbers {
    private final Map<Credential, WindowRing> rings;
    private final FairshareUsage used;
    private final MoabParameters parameters;
    private final double processors;
    private final long at;

    MoabCredentialNumbers(
            Map<Credential, WindowRing> rings,
            FairshareUsage used,
            MoabParameters parameters,
            double processors,
            long at) {
        this.rings = rings;
        this.used = used;
        this.parameters = parameters;
        this.processors = processors;
        this.at = at;
    }

    /** @param all the windows of everybody */
    Map<String, PolicyView.Credential> of(WindowRing all) {
        TreeSet<Credential> credentials =
                new TreeSet<>(Comparator.comparing(Credential::type).thenComparing(Credential::name));
        credentials.addAll(rings.keySet());
        parameters.credentials().forEach((credential, settings) -> {
            if (settings.target().isSet() && !credential.name().equals(Credential.DEFAULT)) {
                credentials.add(credential);
            }
        });
        Map<String, PolicyView.Credential> numbers = new LinkedHashMap<>();
        if (!credentials.isEmpty()) {
            List<Term> total = windows(all);
            total.add(decayed(used.total()));
            numbers.put("total", new PolicyView.Credential(total, null));
        }
        WindowRing none = new WindowRing(parameters.fairshare().windowing());
        for (Credential credential : credentials) {
            WindowRing ring = rings.getOrDefault(credential, none);
            List<Term> own = windows(ring);
            own.addAll(against(credential));
            Outlook outlook = MoabOutlook.of(ring.windows(at), all.windows(at), parameters.fairshare(), at)
                    .of(parameters.target(credential), !parameters.fairshare().percent());
            numbers.put(
                    MoabCredentials.name(credential.type()) + " " + credential.name(),
                    new PolicyView.Credential(own, outlook));
        }
        return numbers;
    }

    private List<Term> windows(WindowRing ring) {
        List<Term> numbers = new ArrayList<>();
        List<Window> windows = ring.windows(at);
        for (int k = 0; k < windows.size(); k++) {
            numbers.add(Term.of(
                    "window" + k,
                    windows.get(k).procSeconds(),
                    "processor-seconds, weighted by FSDECAY^" + k,
                    Term.in("weight", parameters.fairshare().weight(k))));
        }
        return numbers;
    }

    private static Term decayed(double amount) {
        return Term.of("decayed", amount, "sum of FSDECAY^k * window k");
    }

    private List<Term> against(Credential credential) {
        boolean sign = parameters.fairshare().percent();
        boolean ofAvailable = sign && parameters.readings().percent() == Readings.Percent.OF_AVAILABLE;
        boolean ratio = sign && parameters.readings().percent() == Readings.Percent.RATIO;
        double own = used.of(credential);
        double percent =
                ofAvailable ? used.percentOfAvailable(credential, processors) : used.percentOfDelivered(credential);
        List<Term> numbers = new ArrayList<>(List.of(decayed(own)));
        numbers.add(
                ofAvailable
                        ? Term.of("percent", percent, "100 * decayed / what was available", Term.in("decayed", own))
                        : Term.of(
                                "percent",
                                percent,
                                "100 * decayed / decayed of all",
                                Term.in("decayed", own),
                                Term.in("total", used.total())));
        FairshareTarget target = parameters.target(credential);
        boolean counted = parameters.fairshare().policy() != FairsharePolicy.NONE && used.total() > 0;
        if (target.isSet()) {
            numbers.add(Term.of("target", target.value(), target.display()));
        }
        if (counted) {
            numbers.add(Term.of("delta", target.delta(percent, ratio) + 0.0, "target - percent, as its kind counts"));
        }
        boolean violated = counted && target.isViolatedBy(percent);
        numbers.add(Term.of("violated", violated ? 1 : 0, "a ceiling or floor is violated"));
        return numbers;
    }
}
