package io.fairway.readers.pbs;

import static io.fairway.readers.pbs.PbsValues.count;

import io.fairway.readers.line.BadValueException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a job of PBS or TORQUE holds and asked for.
 *
 * <ol>
 *   <li>Processors are the {@code ncpus} of {@code exec_vnode}. Without them, those of {@code exec_host}: {@code n1/0+n1/1},
 *       {@code n1/0-3}, {@code n1/0*4} and {@code n1/0,2,4-7} are 2, 4, 4 and 6; TORQUE has nothing else. Of a chunk on
 *       several vnodes, PBS writes {@code n1/0*0} there. Without both, {@code Resource_List.ncpus}, or
 *       {@code Resource_List.nodes}.
 *   <li>Memory is {@code Resource_List.mem}, of the whole job.
 *   <li>GPUs are {@code Resource_List.ngpus}; in TORQUE also {@code Resource_List.gpu}, or the gpus of
 *       {@code Resource_List.nodes}.
 *   <li>A request that is odd is unknown, unless nothing else has the processors of a run.
 * </ol>
 */
final class PbsResources {
    /** The largest count that Fairway takes. */
    private static final double MAX_MEGABYTES = 1e12;

    private static final Pattern VNODE_CPUS = Pattern.compile("ncpus=(\\d{1,9})");

    private PbsResources() {}

    /**
     * What the run holds.
     *
     * @param asked its request, see {@link #asked}
     * @throws BadValueException for processors that cannot be read
     */
    static Map<String, Double> allocated(PbsAttributes attributes, Map<String, Double> asked) {
        double cpus = vnodeCpus(attributes.get("exec_vnode"));
        if (Double.isNaN(cpus)) {
            double hosts = hostCpus(attributes.get("exec_host"));
            cpus = hosts > 0 ? hosts : askedCpus(attributes);
        }
        Map<String, Double> allocated = new TreeMap<>(asked);
        if (!Double.isNaN(cpus)) {
            allocated.put("cpu", cpus);
        }
        return allocated;
    }

    /** What the job asked for, as far as it is known. */
    static Map<String, Double> asked(String job, PbsAttributes attributes, UnknownValues unknown) {
        Map<String, Double> asked = new TreeMap<>();
        String nodeCount = attributes.get("Resource_List.nodect");
        // TORQUE may repeat the whole request there.
        int colon = nodeCount.indexOf(':');
        String nodes = colon < 0 ? nodeCount : nodeCount.substring(0, colon);
        put(asked, "cpu", unknown.orUnknown(job, () -> askedCpus(attributes)));
        put(asked, "node", unknown.orUnknown(job, () -> count("Resource_List.nodect", nodes)));
        put(asked, "mem", unknown.orUnknown(job, () -> askedMegabytes(attributes)));
        put(asked, "gres/gpu", unknown.orUnknown(job, () -> askedGpus(attributes)));
        return asked;
    }

    private static void put(Map<String, Double> counts, String name, double count) {
        if (count > 0) {
            counts.put(name, count);
        }
    }

    private static double askedMegabytes(PbsAttributes attributes) {
        String text = attributes.get("Resource_List.mem");
        double megabytes = PbsValues.megabytes("Resource_List.mem", text);
        if (megabytes > MAX_MEGABYTES) {
            throw new BadValueException("Resource_List.mem", text, "must be at most 1,000,000,000,000 MB");
        }
        return megabytes;
    }

    /** Not a number if the request does not say. */
    private static double askedCpus(PbsAttributes attributes) {
        String nodes = attributes.get("Resource_List.nodes");
        String cpus = attributes.get("Resource_List.ncpus");
        return cpus.isEmpty()
                ? nodes.isEmpty() ? Double.NaN : times(nodes, "ppn", 1)
                : count("Resource_List.ncpus", cpus);
    }

    private static double askedGpus(PbsAttributes attributes) {
        String gpus = attributes.first("Resource_List.ngpus", "Resource_List.gpus", "Resource_List.gpu");
        String shape = attributes.first("Resource_List.nodes", "Resource_List.nodect");
        return gpus.isEmpty()
                ? Math.max(times(shape, "gpus", 0), times(shape, "gpu", 0))
                : count("Resource_List.ngpus", gpus);
    }

    /** Not a number without any. */
    private static double vnodeCpus(String vnodes) {
        double cpus = Double.NaN;
        Matcher vnode = VNODE_CPUS.matcher(vnodes);
        while (vnode.find()) {
            cpus = (Double.isNaN(cpus) ? 0 : cpus) + Integer.parseInt(vnode.group(1));
        }
        return cpus;
    }

    private static double hostCpus(String hosts) {
        double cpus = 0;
        if (hosts.isEmpty()) {
            return cpus;
        }
        for (String host : hosts.split("\\+", -1)) {
            int slash = host.lastIndexOf('/');
            String index = slash < 0 ? "" : host.substring(slash + 1);
            int star = index.indexOf('*');
            if (star >= 0) {
                cpus += count("exec_host", index.substring(star + 1));
            } else {
                cpus += indices(host, index);
            }
        }
        return cpus;
    }

    /** The number of indices in a list such as 0,2,4-7; 1 for none. */
    private static double indices(String host, String list) {
        double number = 0;
        for (String part : list.split(",", -1)) {
            int dash = part.indexOf('-');
            if (dash < 0) {
                number++;
                continue;
            }
            double width =
                    count("exec_host", part.substring(dash + 1)) - count("exec_host", part.substring(0, dash)) + 1;
            if (width < 1) {
                throw new BadValueException("exec_host", host, "must have ranges that rise, such as 0-3");
            }
            number += width;
        }
        return number;
    }

    /**
     * Of nodes such as {@code 4:ppn=8:avx+2:ppn=4#excl}: the sum of nodes times a property, which is usual if there is none.
     * What follows # is how the nodes are shared.
     */
    private static double times(String request, String property, double usual) {
        int hash = request.indexOf('#');
        String nodes = hash < 0 ? request : request.substring(0, hash);
        double sum = 0;
        if (nodes.isEmpty()) {
            return sum;
        }
        for (String part : nodes.split("\\+", -1)) {
            String[] words = part.split(":", -1);
            double each = usual;
            for (String word : words) {
                if (word.startsWith(property + "=")) {
                    String number = word.substring(property.length() + 1);
                    if (!PbsValues.isWhole(number)) {
                        throw new BadValueException(
                                "Resource_List.nodes", request, "must have a whole number for " + property);
                    }
                    each = Long.parseLong(number);
                }
            }
            sum += (PbsValues.isWhole(words[0]) ? Long.parseLong(words[0]) : 1) * each;
        }
        return sum;
    }
}
