package io.fairway.schedulers.slurm;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Weights per trackable resource, as TRESBillingWeights and PriorityWeightTRES write them: {@code
 * TYPE[/name]=number[K|M|G|T|P]}, separated by commas.
 *
 * <ol>
 *   <li>Types are matched in any case and kept in lower case; names are kept as written. Weights may be negative.
 *   <li>A suffix says what the weight is per: {@code Mem=0.25G} is 0.25 for every 1024 MB. Memory and burst buffers are
 *       counted in MB, everything else in ones. The division by powers of 1024 is exact.
 *   <li>Weights are listed in Slurm's own order of the resources (cpu, mem, energy, node, billing, fs, vmem, pages), the
 *       others after them as written, because sums of doubles depend on it.
 *   <li>An unknown type, a missing or superfluous name, and a resource named twice are errors.
 * </ol>
 *
 * <p>Source: Slurm 22.05 slurm.conf, TRESBillingWeights and PriorityWeightTRES.
 */
public final class TresWeights {
    /** No weights. */
    public static final TresWeights NONE = new TresWeights(Map.of());

    private static final Pattern ENTRY = Pattern.compile(
            "\\s*([a-zA-Z]+)(?:/([^=,\\s]+))?\\s*=\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+))\\s*([kKmMgGtTpP]?)\\s*");
    private static final List<String> ORDER = List.of("cpu", "mem", "energy", "node", "billing", "fs", "vmem", "pages");
    private static final List<String> NAMED = List.of("bb", "fs", "gres", "ic", "interconnect", "license");
    private static final List<String> COUNTED_IN_MB = List.of("mem", "bb");
    private static final BigDecimal KILO = BigDecimal.valueOf(1024);

    private final Map<String, BigDecimal> weights;

    private TresWeights(Map<String, BigDecimal> weights) {
        this.weights = weights;
    }

    /**
     * Reads weights.
     *
     * @param key the configuration key, for the message
     * @param text its value; blank = none
     * @throws IllegalArgumentException if the text breaks a rule, naming the entry
     */
    public static TresWeights parse(String key, String text) {
        if (text.isBlank()) {
            return NONE;
        }
        Map<String, BigDecimal> read = new LinkedHashMap<>();
        for (String entry : text.split(",", -1)) {
            Matcher match = ENTRY.matcher(entry);
            if (!match.matches()) {
                throw bad(key, entry, "must be TYPE[/name]=number[K|M|G|T|P]");
            }
            String type = match.group(1).toLowerCase(Locale.ROOT);
            String name = match.group(2);
            checkType(key, entry, type, name != null);
            BigDecimal weight = perUnit(new BigDecimal(match.group(3)), match.group(4), type);
            if (read.put(name == null ? type : type + "/" + name, weight) != null) {
                throw bad(key, entry, "the resource is named twice");
            }
        }
        Map<String, BigDecimal> sorted = new LinkedHashMap<>();
        read.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> place(entry.getKey())))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return new TresWeights(sorted);
    }

    public boolean isEmpty() {
        return weights.isEmpty();
    }

    /** Weight per unit of count, by resource; iterates in the order of rule 3. */
    public Map<String, BigDecimal> asMap() {
        return java.util.Collections.unmodifiableMap(weights);
    }

    private static void checkType(String key, String entry, String type, boolean named) {
        boolean needsName = NAMED.contains(type);
        if (!needsName && !ORDER.contains(type)) {
            throw bad(key, entry, "unknown resource type " + type);
        }
        if (needsName != named) {
            throw bad(key, entry, needsName ? type + " needs a name: " + type + "/name" : type + " takes no name");
        }
    }

    private static BigDecimal perUnit(BigDecimal weight, String suffix, String type) {
        if (suffix.isEmpty()) {
            return weight;
        }
        int power = "kmgtp".indexOf(suffix.toLowerCase(Locale.ROOT)) + 1 - (COUNTED_IN_MB.contains(type) ? 2 : 0);
        return power < 0 ? weight.multiply(KILO.pow(-power)) : weight.divide(KILO.pow(power));
    }

    private static int place(String resource) {
        int slash = resource.indexOf('/');
        int place = ORDER.indexOf(slash < 0 ? resource : resource.substring(0, slash));
        return place < 0 ? ORDER.size() : place;
    }

    private static IllegalArgumentException bad(String key, String entry, String rule) {
        return new IllegalArgumentException(key + ": \"" + entry.trim() + "\": " + rule);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TresWeights that && weights.equals(that.weights);
    }

    @Override
    public int hashCode() {
        return weights.hashCode();
    }

    @Override
    public String toString() {
        return weights.toString();
    }
}
