package io.fairway.schedulers.lsf.config;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * A parameter of the dynamic user priority, by its keyword in lsb.params and lsb.queues.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><th>parameter</th><th>unit</th><th>default</th></tr>
 *   <tr><td>CPU_TIME_FACTOR, RUN_TIME_FACTOR</td><td>-</td><td>0.7</td></tr>
 *   <tr><td>RUN_JOB_FACTOR</td><td>-</td><td>3</td></tr>
 *   <tr><td>COMMITTED_RUN_TIME_FACTOR</td><td>0..1</td><td>0</td></tr>
 *   <tr><td>FWD_JOB_FACTOR</td><td>-</td><td>not defined: no term</td></tr>
 *   <tr><td>FAIRSHARE_ADJUSTMENT_FACTOR, GPU_RUN_TIME_FACTOR</td><td>-</td><td>0</td></tr>
 *   <tr><td>HIST_HOURS</td><td>hours, 0 = no decay</td><td>5</td></tr>
 *   <tr><td>ENABLE_HIST_RUN_TIME, ENABLE_GPU_HIST_RUN_TIME, RUN_TIME_DECAY</td><td>Y or N</td><td>N</td></tr>
 *   <tr><td>LSB_NCPU_ENFORCE</td><td>0 or 1</td><td>0</td></tr>
 * </table>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority, and the pages of the parameters in lsb.params and lsf.conf.
 */
public enum LsfParameter {
    CPU_TIME_FACTOR(Kind.FACTOR, 0.7),
    RUN_TIME_FACTOR(Kind.FACTOR, 0.7),
    RUN_JOB_FACTOR(Kind.FACTOR, 3),
    COMMITTED_RUN_TIME_FACTOR(Kind.FRACTION, 0),
    FWD_JOB_FACTOR(Kind.FACTOR, Double.NaN),
    FAIRSHARE_ADJUSTMENT_FACTOR(Kind.FACTOR, 0),
    GPU_RUN_TIME_FACTOR(Kind.FACTOR, 0),
    HIST_HOURS(Kind.FACTOR, 5),
    ENABLE_HIST_RUN_TIME(Kind.SWITCH, 0),
    ENABLE_GPU_HIST_RUN_TIME(Kind.SWITCH, 0),
    RUN_TIME_DECAY(Kind.SWITCH, 0),
    /** In lsf.conf: run time counts once per CPU of a job (parallel fairshare). A queue cannot set it. */
    LSB_NCPU_ENFORCE(Kind.BIT, 0);

    private enum Kind {
        FACTOR,
        FRACTION,
        SWITCH,
        BIT
    }

    private final Kind kind;
    private final double initial;

    LsfParameter(Kind kind, double initial) {
        this.kind = kind;
        this.initial = initial;
    }

    /** The default; not a number = not defined. Switches are 1 (on) and 0 (off). */
    public double initial() {
        return initial;
    }

    /** Whether a queue may have a value of its own, which overrides the cluster's. */
    public boolean ofQueue() {
        return kind != Kind.BIT;
    }

    /**
     * The value of a text in the configuration; 1 and 0 for Y and N.
     *
     * @throws IllegalArgumentException for an invalid value; names parameter, value and rule
     */
    public double read(String text) {
        return switch (kind) {
            case FACTOR -> number(text, Double.MAX_VALUE, "must be a number of at least 0");
            case FRACTION -> number(text, 1, "must be a number from 0 to 1");
            case SWITCH -> either(text, "Y", "N");
            case BIT -> either(text, "1", "0");
        };
    }

    /** A value in the format of a configuration; {@code not defined} for not a number. */
    public String write(double value) {
        if (Double.isNaN(value)) {
            return "not defined";
        }
        return switch (kind) {
            case SWITCH -> value == 1 ? "Y" : "N";
            case FACTOR, FRACTION, BIT ->
                BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
        };
    }

    private double number(String text, double largest, String rule) {
        double value;
        try {
            value = Double.parseDouble(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(name() + " \"" + text + "\": " + rule, notANumber);
        }
        if (!(value >= 0 && value <= largest)) {
            throw new IllegalArgumentException(name() + " \"" + text + "\": " + rule);
        }
        return value;
    }

    private double either(String text, String on, String off) {
        String value = text.strip().toUpperCase(Locale.ROOT);
        if (!value.equals(on) && !value.equals(off)) {
            throw new IllegalArgumentException(name() + " \"" + text + "\": must be " + on + " or " + off);
        }
        return value.equals(on) ? 1 : 0;
    }
}
