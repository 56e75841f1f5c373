package io.fairway.schedulers.slurm.multifactor;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Weights per trackable resource, in the format of TRESBillingWeights and PriorityWeightTRES:
 * {@code TYPE[/name]=number[K|M|G|T|P]}, separated by commas.
 *
 * <ol>
 *   <li>Types match in any case and become lower case; names keep their case. Weights may be negative.
 *   <li>A suffix names the unit of the weight: {@code Mem=0.25G} is 0.25 for every 1024 MB. Memory and burst buffers
 *       count in MB, everything else in ones. The division by powers of 1024 is exact.
 *   <li>Weights iterate in Slurm's own order of the resources (cpu, mem, energy, node, billing, fs, vmem, pages), then
 *       the others as written, because sums of doubles depend on the order.
 *   <li>An unknown type, a missing or superfluous name, and a repeated resource are errors.
 * </ol>
 *
 * <p>Source: Slurm 22.05 slurm.conf, TRESBillingWeights and PriorityWeightTRES.
 *
 * @param asMap weight per unit of count, by resource; iterates in the order of rule 3
 */
public record TresWeights(Map<String, BigDecimal> asMap) {
    /** No weights. */
    public static final TresWeights NONE = new TresWeights(Map.of());

    private static final Pattern ENTRY = Pattern.compile(
            "\\s*([a-zA-Z]+)(?:/([^=,\\s]+))?\\s*=\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+))\\s*([kKmMgGtTpP]?)\\s*");
    private static final List<String> ORDER = List.of("cpu", "mem", "energy", "node", "billing", "fs", "vmem", "pages");
    private static final List<String> NAMED = List.of("bb", "fs", "gres", "ic", "interconnect", "license");
    private static final List<String> COUNTED_IN_MB = List.of("mem", "bb");
    private static final BigDecimal KILO = BigDecimal.valueOf(1024);

    public TresWeights {
        asMap = Collections.unmodifiableMap(asMap);
    }

    /**
     * Reads weights.
     *
     * @param key the configuration key, for the message
     * @param text its value; blank = none
     * @throws IllegalArgumentException if the text breaks a rule; names the entry
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
                throw bad(key, entry, "a resource must not occur twice");
            }
        }
        Map<String, BigDecimal> sorted = new LinkedHashMap<>();
        read.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> place(entry.getKey())))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return new TresWeights(sorted);
    }

    public boolean isEmpty() {
        return asMap.isEmpty();
    }

    private static void checkType(String key, String entry, String type, boolean named) {
        boolean needsName = NAMED.contains(type);
        if (!needsName && !ORDER.contains(type)) {
            throw bad(key, entry, "resource type " + type + " is unknown");
        }
        if (needsName != named) {
            throw bad(key, entry, needsName ? "must have a name: " + type + "/name" : type + " must have no name");
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
    public String toString() {
        return asMap.toString();
    }
}
