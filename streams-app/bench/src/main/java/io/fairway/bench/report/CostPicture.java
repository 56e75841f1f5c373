package io.fairway.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Cost against size as an SVG, both axes logarithmic: a cost that grows with the size is a line of slope 1, one that
 * does not is level. Points of one size are their median.
 */
public final class CostPicture {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int RIGHT = 230;
    private static final int TOP = 30;
    private static final int BOTTOM = 50;
    private static final List<String> COLOURS =
            List.of("#0b6e99", "#b3541e", "#4a7c2c", "#7a3e9d", "#8a6d00", "#555555");

    /**
     * What something costs at a size.
     *
     * @param cost microseconds
     */
    public record Point(double size, double cost) {}

    private CostPicture() {}

    /** The picture of curves by name; without a point, only its frame. */
    public static String svg(Map<String, List<Point>> curves) {
        List<Point> all = curves.values().stream()
                .flatMap(List::stream)
                .filter(point -> point.size() > 0 && point.cost() > 0)
                .toList();
        Axis x = Axis.of(all.stream().map(Point::size).toList(), LEFT, WIDTH - RIGHT);
        Axis y = Axis.of(all.stream().map(Point::cost).toList(), HEIGHT - BOTTOM, TOP);
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                                + " font-size=\"12\">",
                        WIDTH,
                        HEIGHT));
        add(svg, String.format(Locale.ROOT, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT));
        for (int power = x.low; power <= x.high; power++) {
            double at = x.place(power);
            add(
                    svg,
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>",
                            at,
                            TOP,
                            at,
                            HEIGHT - BOTTOM));
            add(
                    svg,
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                            at,
                            HEIGHT - BOTTOM + 18,
                            BenchGoal.number(Math.pow(10, power))
                                    .replace(".00", "")
                                    .replace(".0", "")));
        }
        for (int power = y.low; power <= y.high; power++) {
            double at = y.place(power);
            add(
                    svg,
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>",
                            LEFT,
                            at,
                            WIDTH - RIGHT,
                            at));
            add(
                    svg,
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s us</text>",
                            LEFT - 6,
                            at + 4,
                            BenchGoal.number(Math.pow(10, power))));
        }
        add(
                svg,
                String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">associations</text>",
                        (LEFT + WIDTH - RIGHT) / 2,
                        HEIGHT - 10));
        int number = 0;
        for (Map.Entry<String, List<Point>> curve : curves.entrySet()) {
            draw(svg, curve.getKey(), medians(curve.getValue()), number++, x, y);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void draw(StringBuilder svg, String name, List<Point> points, int number, Axis x, Axis y) {
        String colour = COLOURS.get(number % COLOURS.size());
        StringBuilder way = new StringBuilder();
        for (Point point : points) {
            double across = x.place(Math.log10(point.size()));
            double up = y.place(Math.log10(point.cost()));
            way.append(String.format(Locale.ROOT, "%.1f,%.1f ", across, up));
            add(
                    svg,
                    String.format(
                            Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", across, up, colour));
        }
        add(
                svg,
                String.format(
                        Locale.ROOT,
                        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>",
                        way.toString().strip(),
                        colour));
        add(
                svg,
                String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
                        WIDTH - RIGHT + 12,
                        TOP + 12 + 18 * number,
                        colour,
                        name.replace("&", "&amp;").replace("<", "&lt;")));
    }

    private static List<Point> medians(List<Point> points) {
        Map<Double, List<Double>> bySize = new TreeMap<>();
        points.stream()
                .filter(point -> point.size() > 0 && point.cost() > 0)
                .forEach(point -> bySize.computeIfAbsent(point.size(), size -> new ArrayList<>())
                        .add(point.cost()));
        return bySize.entrySet().stream()
                .map(entry -> new Point(entry.getKey(), BenchRow.median(entry.getValue())))
                .sorted(Comparator.comparingDouble(Point::size))
                .toList();
    }

    private static void add(StringBuilder svg, String line) {
        svg.append(line).append('\n');
    }

    /** Whole powers of ten between two places. */
    private record Axis(int low, int high, double from, double to) {
        static Axis of(List<Double> values, double from, double to) {
            double least =
                    values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
            double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(10);
            int low = (int) Math.floor(Math.log10(least));
            return new Axis(low, Math.max(low + 1, (int) Math.ceil(Math.log10(most))), from, to);
        }

        double place(double power) {
            return from + (to - from) * (power - low) / (high - low);
        }
    }
}
