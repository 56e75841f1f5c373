package io.fairway.policies.moab;

import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Window;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.explain.MoabOutlook;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.family.JobLimits;
import io.fairway.policies.family.JobPricer;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.StartVerdict;
import io.fairway.policies.family.UsageReader;
import io.fairway.policies.family.UsageTrend;
import io.fairway.policies.family.WaitingJob;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.fairshare.ImportedUsage;
import io.fairway.schedulers.moab.job.LimitMark;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.MoabJobReader;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.priority.MoabFairshare;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import io.fairway.schedulers.moab.priority.QueueLimits;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Moab and Maui: usage in windows of fairshare, targets, and their job priority.
 *
 * <p>A job needs no share tree: the credentials that it names are enough for its priority, and targets are per
 * credential.
 *
 * <p>A usage cap keeps a job from starting, by the usage of each evaluation.
 *
 * <p>If only user and account count in fairshare, it travels apart from the jobs, as it does under every other policy,
 * for jobs whose user and account have a place in a share tree. The records of other jobs include it. If group, QOS or class count, usage on other clusters, the present and past jobs of a user, or usage caps, each job has a fairshare of its own. The job's
 * record then includes it, and is made anew after each evaluation of usage.
 *
 * <p>A job that runs or is suspended has a priority record if a parameter makes its priority differ from that of a
 * waiting job: a weight of USAGE, or the state Running or Suspended in JOBPRIOF.
 */
public final class MoabFamily implements PolicyFamily {
    private static final Set<String> WAITING = Set.of("Idle", "Hold");

    private final String name;
    private final MoabStarts starts;
    private final String measure;
    private final long leaseMillis;
    private final MoabParameters parameters;
    private final SystemTotals system;
    private final MoabCredentialUsage credentials;
    private final MoabAccuracy accuracy;
    private final boolean readsActivity;
    private final boolean readsImported;
    private final boolean readsUsage;
    private final boolean ranksActive;

    private MoabFamily(Policy policy) {
        name = policy.getName();
        measure = policy.getMeasure().getName();
        leaseMillis = policy.getMeasure().getLeaseMillis();
        MoabPolicy record = policy.getMoab() == null ? MoabPolicy.newBuilder().build() : policy.getMoab();
        parameters = parameters(policy.getName(), record);
        system = new SystemTotals((double) policy.getProcessors(), record.getMem(), record.getSwap(), record.getDisk());
        credentials = new MoabCredentialUsage(measure, parameters);
        accuracy = new MoabAccuracy(measure, weighs(Subfactor.WCACCURACY));
        readsActivity = weighs(Subfactor.FSJPU) || weighs(Subfactor.FSPPU) || weighs(Subfactor.FSPSPU);
        readsImported = weighs(Subfactor.FSGUSER) || weighs(Subfactor.FSGGROUP) || weighs(Subfactor.FSGACCOUNT);
        starts = new MoabStarts(name, parameters);
        readsUsage = weighs(PriorityComponent.FS) || starts.capsUsage();
        ranksActive = weighs(PriorityComponent.USAGE)
                || (weighs(Subfactor.ATTRSTATE)
                        && !WAITING.containsAll(parameters.function().states().keySet()));
    }

    public static MoabFamily of(Policy policy) {
        return new MoabFamily(policy);
    }

    /** Record and file have one reader of parameters. */
    private static MoabParameters parameters(String policy, MoabPolicy record) {
        MoabDialect dialect = switch (record.getDialect().toUpperCase(Locale.ROOT)) {
            case "MOAB" -> MoabDialect.MOAB;
            case "MAUI" -> MoabDialect.MAUI;
            default ->
                throw new IllegalArgumentException("dialect '" + record.getDialect() + "': must be MOAB or MAUI");
        };
        return MoabConfig.read(
                YamlValue.of(
                        "moab section of policy " + policy,
                        Map.of("parameters", record.getParameters(), "readings", record.getReadings())),
                dialect);
    }

    /** Whether a subfactor counts for any job. */
    private boolean weighs(Subfactor subfactor) {
        return parameters.weights().weight(subfactor) != 0
                || parameters.partitionWeights().values().stream().anyMatch(weights -> weights.weight(subfactor) != 0);
    }

    private boolean weighs(PriorityComponent component) {
        return Arrays.stream(Subfactor.values())
                .anyMatch(subfactor -> subfactor.component() == component && weighs(subfactor));
    }

    /** Whether a job's fairshare is only that of its association, independent of its user's jobs. */
    private boolean travelsApart() {
        return credentials.areApart()
                && !readsActivity
                && !readsImported
                && !accuracy.isNeeded()
                && !starts.capsUsage();
    }

    @Override
    public Scheduler scheduler() {
        return Scheduler.MOAB;
    }

    @Override
    public List<String> missingSizes() {
        FairshareSettings settings = parameters.fairshare();
        boolean ofAvailable = settings.percent() && parameters.readings().percent() == Readings.Percent.OF_AVAILABLE;
        boolean equivalents = weighs(Subfactor.PE) || settings.policy() == FairsharePolicy.DEDICATED_PES;
        String reason = equivalents
                ? weighs(Subfactor.PE) ? "PEWEIGHT" : "FSPOLICY DEDICATEDPES"
                : "FSPOLICY with a percent sign, read as a part of what is available,";
        List<String> missing = new ArrayList<>();
        if (system.procs() == 0 && (equivalents || ofAvailable)) {
            missing.add("processors is missing: " + reason + " needs it; give the processors of the system");
        }
        if (system.mem() == 0 && equivalents) {
            missing.add("moab.mem is missing: " + reason
                    + " compares requests with it; give the memory of the system in MB");
        }
        return missing;
    }

    @Override
    public UsageTrend course() {
        return UsageTrend.WINDOWS;
    }

    @Override
    public List<MeasureDefinition> measures() {
        FairshareSettings settings = parameters.fairshare();
        Object definition = List.of(settings.policy(), system, leaseMillis);
        boolean bypass = weighs(Subfactor.BYPASS);
        List<MeasureDefinition> statements = new ArrayList<>();
        statements.add(statement(measure, MoabFamily::credentials, true, bypass, definition));
        credentials
                .scopes()
                .forEach((name, scope) -> statements.add(statement(name, scope, false, bypass, definition)));
        statements.addAll(accuracy.measures(leaseMillis));
        return statements;
    }

    private MeasureDefinition statement(
            String name, ChargeScope scope, boolean ofAssociations, boolean bypass, Object definition) {
        FairshareSettings settings = parameters.fairshare();
        return new MeasureDefinition(
                name,
                DecayLaw.none(),
                settings.windows(),
                settings.policy().kind(),
                ofAssociations,
                bypass,
                new ChargingRules(settings.policy().rate(system), true, true, true, leaseMillis, scope),
                definition);
    }

    @Override
    public NodeId association(JobKey job, JobAttributes attributes) {
        return credentials(job, attributes);
    }

    /** The user and the account of a job. A name that it lacks is empty: credentials need no share tree. */
    private static NodeId credentials(JobKey job, JobAttributes attributes) {
        return new NodeId(
                attributes.text(Attribute.TREE, job.cluster()),
                attributes.text(Attribute.ACCOUNT, ""),
                attributes.text(Attribute.USER, ""));
    }

    @Override
    public boolean needsShares() {
        return false;
    }

    @Override
    public PolicyView view(ShareTree tree, UsageReader usage, long at) {
        return new View(tree, usage, at);
    }

    private final class View implements PolicyView {
        private final ShareTree tree;
        private final UsageReader usage;
        private final long at;
        private @Nullable FairshareUsage used;

        View(ShareTree tree, UsageReader usage, long at) {
            this.tree = tree;
            this.usage = usage;
            this.at = at;
        }

        /** One sum over the windows serves the tree and its jobs. */
        private FairshareUsage used() {
            FairshareUsage fairshareUsage = used;
            if (fairshareUsage == null) {
                fairshareUsage =
                        credentials.of(tree, usage, parameters.fairshare().decay(), seconds(at), at);
                used = fairshareUsage;
            }
            return fairshareUsage;
        }

        @Override
        public Fairshare fairshare() {
            Map<NodeId, WindowRing> rings = usage.rings(measure);
            double decay = parameters.fairshare().decay();
            double[] own = new double[tree.size()];
            for (int i = 0; i < own.length; i++) {
                WindowRing ring = rings.get(tree.id(i));
                own[i] = ring == null ? 0 : ring.decayed(decay, at);
            }
            for (ShareTree.Deleted deleted : tree.deleted()) {
                WindowRing ring = rings.get(deleted.id());
                if (ring != null && deleted.account() >= 0) {
                    own[deleted.account()] += ring.decayed(decay, at);
                }
            }
            return new MoabFairshare(parameters, system, seconds(at))
                    .evaluate(tree, UsageSnapshot.ofOwn(tree, own), used());
        }

        @Override
        public JobPricer pricer() {
            MoabContext context = new MoabContext(
                    system,
                    readsUsage ? used() : FairshareUsage.NONE,
                    readsImported
                            ? ImportedUsage.of(usage.remote().windows(), parameters.fairshare(), at)
                            : FairshareUsage.NONE);
            return (job, now) -> priorities(tree, context, usage, job, now);
        }

        @Override
        public Outlook outlook(Fairshare fairshare, int node, IntPredicate named, long nextReset) {
            return MoabOutlook.ofNode(tree, node, usage.rings(measure), parameters, at);
        }

        @Override
        public List<Term> numbers(int node) {
            return MoabOutlook.numbers(tree, node, usage.rings(measure), parameters, at);
        }

        @Override
        public Map<String, Credential> credentials() {
            WindowRing all = new WindowRing(parameters.fairshare().windowing());
            usage.rings(measure, tree.tree()).values().forEach(all::add);
            return new MoabCredentialNumbers(
                            MoabFamily.this.credentials.rings(
                                    tree, usage, parameters.fairshare().windowing()),
                            used(),
                            parameters,
                            system.procs(),
                            at)
                    .of(all);
        }
    }

    @Override
    public String formulaOfJobs() {
        return "priority = sum of component weight * (sum of subfactor weight * subfactor), a whole number";
    }

    @Override
    public List<PriorityTerm> summands(Fairshare fairshare, int node) {
        List<PriorityTerm> summands = new ArrayList<>();
        for (Term term : fairshare.explain(node)) {
            for (Term.Input input : term.inputs()) {
                if (input.name().equals("weight") && !term.name().equals("fairshare")) {
                    double weight = input.value();
                    summands.add(new PriorityTerm(term.name(), weight, term.value(), weight * term.value(), List.of()));
                }
            }
        }
        return summands;
    }

    /** The decayed length of the windows at an instant. */
    private double seconds(long at) {
        FairshareSettings settings = parameters.fairshare();
        List<Window> windows = new WindowRing(settings.windowing()).windows(at);
        double seconds = 0;
        for (int k = 0; k < windows.size(); k++) {
            seconds +=
                    settings.weight(k) * ((windows.get(k).end() - windows.get(k).start()) / 1000.0);
        }
        return seconds;
    }

    private Map<String, Ranked> priorities(
            ShareTree tree, MoabContext context, UsageReader usage, WaitingJob waiting, long now) {
        boolean active = waiting.view().status() != JobView.Status.PENDING;
        if (active && !ranksActive) {
            return Map.of();
        }
        String request = active ? Keys.RUNNING : "";
        NodeId association = credentials(waiting.key(), waiting.view().attributes());
        LimitMark mark = starts.mark(waiting);
        MoabJob job = MoabJobReader.read(waiting.key(), waiting.view(), waiting.facts(), parameters.accrual(), mark)
                .activity(accuracy.with(waiting, usage, now))
                .build();
        MoabJobPriority priority = MoabJobPriority.evaluate(job, context, parameters, now);
        if (travelsApart() && tree.find(association) > 0) {
            return Map.of(
                    request,
                    Ranked.of(waiting, priority.recordApart(association))
                            .within(MoabStarts.limits(mark))
                            .explained(priority::explain));
        }
        // Nothing is published of a user or account that the tree does not know. The job's own record has its
        // fairshare.
        StartVerdict verdict = active ? MoabStarts.limits(mark) : starts.decide(mark, job, context);
        Ranked ranked = Ranked.of(waiting, priority.record()).within(verdict).explained(priority::explain);
        return Map.of(request, travelsApart() && readsUsage ? ranked.followingUsage() : ranked);
    }

    @Override
    public @Nullable JobLimits jobLimits() {
        return parameters.limitsJobs() ? new MoabJobLimits(name, new QueueLimits(parameters)) : null;
    }

    @Override
    public boolean jobsFollowUsage() {
        return !travelsApart();
    }

    @Override
    public Set<String> requestsOfActive() {
        return ranksActive ? Set.of(Keys.RUNNING) : Set.of();
    }

    @Override
    public boolean readsActivity() {
        return readsActivity;
    }

    @Override
    public boolean readsImported() {
        return readsImported;
    }

    /** Priorities are whole numbers. */
    @Override
    public double usualEpsilon() {
        return Math.min(
                THREE_DIGITS,
                1 / (2.0 * Math.max(1, Math.abs(parameters.weights().weight(PriorityComponent.FS)))));
    }
}
