package io.fairway.scenario;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expected values of a scenario: {@code expect: {section: {row: {column: value}}}}, with the policy's name above the section
 * if there are several. A number matches if the result, rounded to as many decimals, is that number.
 *
 * @param misses the values that do not match
 * @param met the number of values that match
 */
public record Expectations(List<Miss> misses, int met) {
    /** A value that does not match, with the place where it is expected. */
    public record Miss(String where, String expected, String actual) {}

    static Expectations check(YamlMap scenario, Map<String, Report> reports) {
        List<Miss> misses = new ArrayList<>();
        int met = 0;
        YamlValue yaml = scenario.find("expect");
        if (yaml == null) {
            return new Expectations(misses, met);
        }
        boolean one = reports.containsKey(Scenario.ONLY);
        for (Map.Entry<String, Report> report : reports.entrySet()) {
            YamlValue own = one ? yaml : yaml.entries().get(report.getKey());
            if (own != null) {
                met += check(own, report.getValue(), misses);
            }
        }
        if (!one) {
            yaml.entries().forEach((policy, value) -> {
                if (!reports.containsKey(policy)) {
                    throw value.wrong("is not a policy of this scenario");
                }
            });
        }
        return new Expectations(misses, met);
    }

    private static int check(YamlValue expected, Report report, List<Miss> misses) {
        int met = 0;
        for (Map.Entry<String, YamlValue> section : expected.entries().entrySet()) {
            Report.Section rows = report.sections().get(section.getKey());
            if (rows == null) {
                throw section.getValue()
                        .wrong("is not a section of the result; there are "
                                + report.sections().keySet());
            }
            for (Map.Entry<String, YamlValue> row : section.getValue().entries().entrySet()) {
                Report.Row actual = rows.rows().get(row.getKey());
                if (actual == null) {
                    throw row.getValue()
                            .wrong("is not a row of the result; there are "
                                    + rows.rows().keySet());
                }
                for (Map.Entry<String, YamlValue> value :
                        row.getValue().entries().entrySet()) {
                    if (!actual.values().containsKey(value.getKey())) {
                        throw value.getValue()
                                .wrong("is not a column of the result; there are "
                                        + actual.values().keySet());
                    }
                    Object result = actual.values().get(value.getKey());
                    String text = value.getValue().text();
                    if (isMet(text, result)) {
                        met++;
                    } else {
                        String where = section.getKey() + " " + row.getKey() + " " + value.getKey();
                        misses.add(new Miss(where, text, ReportText.text(result)));
                    }
                }
            }
        }
        return met;
    }

    private static boolean isMet(String expected, @Nullable Object result) {
        if (!(result instanceof Number number)) {
            return expected.equals(ReportText.text(result));
        }
        double value = number.doubleValue();
        if (Double.isInfinite(value)) {
            return expected.equals(ReportText.text(value));
        }
        BigDecimal wanted;
        try {
            wanted = new BigDecimal(expected);
        } catch (NumberFormatException noNumber) {
            return false;
        }
        // Half a unit of the last decimal, and the error of doubles.
        BigDecimal half = BigDecimal.ONE.scaleByPowerOfTen(-wanted.scale()).multiply(new BigDecimal("0.5"));
        BigDecimal slack = half.add(wanted.abs().multiply(new BigDecimal("1e-14")));
        boolean whole = number instanceof Long;
        BigDecimal distance = new BigDecimal(value).subtract(wanted).abs();
        return whole ? distance.signum() == 0 : distance.compareTo(slack) <= 0;
    }
}
