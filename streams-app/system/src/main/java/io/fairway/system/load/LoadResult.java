package io.fairway.system.load;

import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What came of a plan.
 *
 * @param rate events a second that half the load was
 * @param full stretches with as many events as are taken
 * @param half stretches with half of them
 */
record LoadResult(LoadPlan plan, double rate, Pair full, Pair half) {
    /** Stretches without questions and with them, and the questions of the latter. */
    record Pair(List<Stretch> alone, List<Stretch> read, Reads.Kind keys, Reads.Kind pages) {
        Pair() {
            this(new ArrayList<>(), new ArrayList<>(), new Reads.Kind(), new Reads.Kind());
        }

        /** How much more processor time an event costs with questions: 1 = nothing. */
        double processorRatio() {
            return median(read, Stretch::microsPerEvent) / median(alone, Stretch::microsPerEvent);
        }

        /** How many events are taken with questions, per event without. */
        double rateRatio() {
            return median(read, Stretch::rate) / median(alone, Stretch::rate);
        }
    }

    static double median(List<Stretch> stretches, ToDoubleFunction<Stretch> of) {
        double[] sorted = stretches.stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    void print(PrintWriter out) {
        line(
                out,
                "domain",
                "%,d associations in %,d accounts, Fair Tree, half-life 7 days; %d processors, which events and"
                        + " questions are made on too",
                plan.associations(),
                plan.accounts(),
                Runtime.getRuntime().availableProcessors());
        line(
                out,
                "takes",
                "%,.0f events/s, %.0f microseconds of processor time each; %,.0f/s with questions: ratio %.3f",
                median(full.alone(), Stretch::rate),
                median(full.alone(), Stretch::microsPerEvent),
                median(full.read(), Stretch::rate),
                full.rateRatio());
        line(
                out,
                "at half",
                "%,.0f events/s; an event is inside for %.0f ms, with questions %.0f ms",
                rate,
                median(half.alone(), Stretch::millisInside),
                median(half.read(), Stretch::millisInside));
        line(
                out,
                "cost",
                "%.0f microseconds of processor time per event, with questions %.0f: ratio %.3f",
                median(half.alone(), Stretch::microsPerEvent),
                median(half.read(), Stretch::microsPerEvent),
                half.processorRatio());
        kind(out, "one key", half.keys(), plan.keyRate());
        kind(out, "ranking", half.pages(), plan.pageRate());
        out.flush();
    }

    private void kind(PrintWriter out, String name, Reads.Kind kind, double rate) {
        Histogram micros = kind.micros;
        line(
                out,
                name,
                "%,.0f/s: p50 %.1f ms, p99 %.1f ms, worst %.1f ms; %,d answered, %,d not; as of p50 %.1f s, p99 %.1f s"
                        + " before",
                rate,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMaxValue() / 1e3,
                micros.getTotalCount(),
                kind.refused.get(),
                kind.ageMillis.getValueAtPercentile(50) / 1e3,
                kind.ageMillis.getValueAtPercentile(99) / 1e3);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the formats are literals of this class
    private static void line(PrintWriter out, String name, String format, Object... values) {
        out.printf(Locale.ROOT, "%-9s %s%n", name, String.format(Locale.ROOT, format, values));
    }

    void write(Writer target) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("associations", plan.associations())
                .put("accounts", plan.accounts())
                .put("keyRate", plan.keyRate())
                .put("pageRate", plan.pageRate())
                .put("pageSize", plan.pageSize())
                .put("stretchSeconds", plan.stretch().toSeconds())
                .put("rounds", plan.rounds())
                .put("halfRate", rate);
        pair(root.putObject("full"), full);
        pair(root.putObject("half"), half);
        mapper.writer(new DefaultPrettyPrinter()).writeValue(target, root);
    }

    private static void pair(ObjectNode node, Pair pair) {
        node.put("rateRatio", pair.rateRatio()).put("processorRatio", pair.processorRatio());
        stretches(node, "alone", pair.alone());
        stretches(node, "withQuestions", pair.read());
        times(node.putObject("oneKey"), pair.keys());
        times(node.putObject("ranking"), pair.pages());
    }

    private static void stretches(ObjectNode node, String name, List<Stretch> stretches) {
        var array = node.putArray(name);
        for (Stretch stretch : stretches) {
            array.addObject()
                    .put("events", stretch.events())
                    .put("seconds", stretch.seconds())
                    .put("eventsPerSecond", stretch.rate())
                    .put("processorMicrosPerEvent", stretch.microsPerEvent())
                    .put("millisInside", stretch.millisInside());
        }
    }

    private static void times(ObjectNode node, Reads.Kind kind) {
        node.put("answered", kind.micros.getTotalCount()).put("refused", kind.refused.get());
        for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
            String name = "p" + (percentile == (long) percentile ? Long.toString((long) percentile) : percentile);
            node.put(name + "Millis", kind.micros.getValueAtPercentile(percentile) / 1e3)
                    .put(name + "AgeMillis", kind.ageMillis.getValueAtPercentile(percentile));
        }
    }
}
