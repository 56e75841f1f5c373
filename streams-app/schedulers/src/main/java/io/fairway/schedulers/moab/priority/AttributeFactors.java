package io.fairway.schedulers.moab.priority;

import io.fairway.schedulers.moab.config.JobPriorityFunction;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.job.MoabJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The attribute component.
 *
 * <ol>
 *   <li>ATTRATTR and ATTRGRES: the sum over the entries of JOBPRIOF for the job's attributes, or its requested generic
 *       resources (Moab does not say whether one or all count). ATTRSTATE: the entry of its state.
 *   <li>Required node features in NODETOJOBATTRMAP count as attributes.
 *   <li>JOBID, JOBNAME: the first digits in the id and in the name, as a number; 0 without digits (the search for
 *       digits is Fairway's rule).
 * </ol>
 *
 * <p>Source: Moab 5.1.2-G, whose formula lacks a plus sign before JOBIDWEIGHT.
 */
final class AttributeFactors {
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private AttributeFactors() {}

    static List<Evaluation.Part> of(Evaluation evaluation) {
        MoabJob job = evaluation.job();
        JobPriorityFunction function = evaluation.parameters().function();
        TreeSet<String> attributes = new TreeSet<>(job.attributes());
        for (String feature : job.request().features()) {
            if (function.nodeFeatures().contains(feature)) {
                attributes.add(feature);
            }
        }
        return List.of(
                sum(evaluation, Subfactor.ATTRATTR, "ATTR", function.attributes(), attributes),
                sum(evaluation, Subfactor.ATTRSTATE, "STATE", function.states(), List.of(job.state())),
                sum(
                        evaluation,
                        Subfactor.ATTRGRES,
                        "GRES",
                        function.genericResources(),
                        new TreeSet<>(job.request().genericResources())),
                evaluation.constant(Subfactor.JOBID, number(job.id()), "first digits in the job id"),
                evaluation.constant(Subfactor.JOBNAME, number(job.name()), "first digits in the job name"));
    }

    private static Evaluation.Part sum(
            Evaluation evaluation,
            Subfactor subfactor,
            String kind,
            Map<String, Long> worth,
            Collection<String> names) {
        double sum = 0;
        List<String> matches = new ArrayList<>();
        for (String name : names) {
            Long value = worth.get(name);
            if (value != null) {
                sum += value;
                matches.add(kind + "[" + name + "]=" + value);
            }
        }
        return evaluation.constant(
                subfactor,
                sum,
                matches.isEmpty()
                        ? "0: JOBPRIOF has no " + kind + " for the job"
                        : "JOBPRIOF " + String.join(" ", matches));
    }

    private static double number(String text) {
        Matcher digits = DIGITS.matcher(text);
        return digits.find() ? Math.min(Double.parseDouble(digits.group()), Long.MAX_VALUE) : 0;
    }
}
