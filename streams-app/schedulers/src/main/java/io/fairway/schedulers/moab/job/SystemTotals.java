package io.fairway.schedulers.moab.job;

import io.fairway.core.model.Tres;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;

/**
 * The configured resources of the system, the base of processor equivalents (PE). A resource of 0 is not configured and
 * does not count.
 *
 * <p>PE = processors of the system * max(procs / procs of the system, mem / .., swap / .., disk / ..): the largest part
 * of a resource, in processors. A real number; 0 in a system without processors.
 *
 * <p>Source: Moab 5.1.2, Resource Component.
 *
 * @param procs processors
 * @param mem memory, MB
 * @param swap swap, MB
 * @param disk disk, MB
 */
public record SystemTotals(double procs, double mem, double swap, double disk) {
    /** Nothing configured. */
    public static final SystemTotals NONE = new SystemTotals(0, 0, 0, 0);

    public SystemTotals {
        TaskResources.notNegative("processors of the system", procs);
        TaskResources.notNegative("memory of the system", mem);
        TaskResources.notNegative("swap of the system", swap);
        TaskResources.notNegative("disk of the system", disk);
    }

    /** Processor equivalents of one requirement, all its tasks together. */
    public double equivalents(Requirement requirement) {
        TaskResources task = requirement.perTask();
        double part = Math.max(
                Math.max(part(task.procs(), procs), part(task.mem(), mem)),
                Math.max(part(task.disk(), disk), part(task.swap(), swap)));
        return part * requirement.tasks() * procs;
    }

    /** Processor equivalents of an allocation, by its TRES {@code cpu}, {@code mem}, {@code swap} and {@code disk}. */
    public BigDecimal equivalents(Tres allocated) {
        BigDecimal largest = BigDecimal.ZERO;
        for (Map.Entry<String, Double> total :
                Map.of("cpu", procs, "mem", mem, "swap", swap, "disk", disk).entrySet()) {
            if (total.getValue() > 0) {
                BigDecimal count = allocated.count(total.getKey());
                largest = largest.max(count.multiply(BigDecimal.valueOf(procs))
                        .divide(BigDecimal.valueOf(total.getValue()), MathContext.DECIMAL128));
            }
        }
        return largest;
    }

    private static double part(double requested, double configured) {
        return requested > 0 && configured > 0 ? requested / configured : 0;
    }
}
