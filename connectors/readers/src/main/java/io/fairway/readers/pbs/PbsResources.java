package io.fairway.readers.pbs;

import io.fairway.readers.line.BadValueException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a job of PBS or TORQUE holds and asked for.
 *
 * <ol>
 *   <li>Processors are those of {@code exec_host}: {@code n1/0+n1/1}, {@code n1/0-3}, {@code n1/0*4} and {@code n1/0,2,4-7}
 *       are 2, 4, 4 and 6. Without it, those of {@code exec_vnode}, {@code Resource_List.ncpus}, or
 *       {@code Resource_List.nodes}.
 *   <li>Memory is {@code Resource_List.mem}, of the whole job.
 *   <li>GPUs are {@code Resource_List.ngpus}; in TORQUE also {@code Resource_List.gpu}, or the gpus of
 *       {@code Resource_List.nodes}.
 * </ol>
 */
final class PbsResources {
    private static final Pattern SIZE = Pattern.compile("(\\d+)([kmgtp]?)([bw]?)", Pattern.CASE_INSENSITIVE);
    private static final Pattern VNODE_CPUS = Pattern.compile("ncpus=(\\d{1,9})");
    private static final String UNITS = "kmgtp";
    private static final double BYTES_PER_WORD = 8;

    private PbsResources() {}

    /** @throws BadValueException for a value that is none */
    static Map<String, Double> allocated(PbsAttributes attributes) {
        double cpus = hostCpus(attributes.get("exec_host"));
        if (cpus == 0) {
            Matcher vnode = VNODE_CPUS.matcher(attributes.get("exec_vnode"));
            while (vnode.find()) {
                cpus += Integer.parseInt(vnode.group(1));
            }
        }
        Map<String, Double> allocated = asked(attributes);
        if (cpus > 0) {
            allocated.put("cpu", cpus);
        }
        return allocated;
    }

    /** @throws BadValueException for a value that is none */
    static Map<String, Double> asked(PbsAttributes attributes) {
        Map<String, Double> asked = new TreeMap<>();
        String nodes = attributes.get("Resource_List.nodes");
        String cpus = attributes.get("Resource_List.ncpus");
        put(asked, "cpu", cpus.isEmpty() ? times(nodes, "ppn", 1) : count("Resource_List.ncpus", cpus));
        String nodeCount = attributes.get("Resource_List.nodect");
        // TORQUE may repeat the whole request there.
        int colon = nodeCount.indexOf(':');
        put(asked, "node", count("Resource_List.nodect", colon < 0 ? nodeCount : nodeCount.substring(0, colon)));
        put(asked, "mem", megabytes("Resource_List.mem", attributes.get("Resource_List.mem")));
        String gpus = attributes.first("Resource_List.ngpus", "Resource_List.gpus", "Resource_List.gpu");
        String shape = nodes.isEmpty() ? nodeCount : nodes;
        put(
                asked,
                "gres/gpu",
                gpus.isEmpty()
                        ? Math.max(times(shape, "gpus", 0), times(shape, "gpu", 0))
                        : count("Resource_List.ngpus", gpus));
        return asked;
    }

    private static void put(Map<String, Double> counts, String name, double count) {
        if (count > 0) {
            counts.put(name, count);
        }
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

    /** Of nodes such as {@code 4:ppn=8:avx+2:ppn=4}: the sum of nodes times a property, which is usual if there is none. */
    private static double times(String nodes, String property, double usual) {
        double sum = 0;
        if (nodes.isEmpty()) {
            return sum;
        }
        for (String part : nodes.split("\\+", -1)) {
            String[] words = part.split(":", -1);
            double each = usual;
            for (String word : words) {
                if (word.startsWith(property + "=")) {
                    each = count("Resource_List.nodes", word.substring(property.length() + 1));
                }
            }
            boolean counted = !words[0].isEmpty() && words[0].chars().allMatch(Character::isDigit);
            sum += (counted ? count("Resource_List.nodes", words[0]) : 1) * each;
        }
        return sum;
    }

    private static double count(String field, String text) {
        if (text.isEmpty()) {
            return 0;
        }
        if (text.length() > 12 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadValueException(field, text, "must be a whole number");
        }
        return Long.parseLong(text);
    }

    /** A size such as 1993mb or 4gb in MB; 0 for an empty text. A bare number is in bytes, w is words of 8 bytes. */
    private static double megabytes(String field, String text) {
        if (text.isEmpty()) {
            return 0;
        }
        Matcher size = SIZE.matcher(text);
        if (!size.matches() || size.group(1).length() > 18) {
            throw new BadValueException(field, text, "must be a size such as 1993mb or 4gb");
        }
        int unit = size.group(2).isEmpty() ? 0 : UNITS.indexOf(size.group(2).toLowerCase(java.util.Locale.ROOT)) + 1;
        double bytes = Math.scalb((double) Long.parseLong(size.group(1)), 10 * unit);
        return Math.scalb(size.group(3).equalsIgnoreCase("w") ? bytes * BYTES_PER_WORD : bytes, -20);
    }
}
