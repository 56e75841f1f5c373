package io.fairway.bench.load;

import io.fairway.bench.bed.BenchTree;
import java.time.Duration;

/**
 * The plan of a measurement.
 *
 * @param associations number of associations in the share tree, each with usage
 * @param accounts number of their accounts
 * @param keyRate queries for one association, a second
 * @param pageRate ranking pages, a second
 * @param pageSize rows of a page
 * @param stretch length of each measurement
 * @param rounds number of measurements of each kind, with and without queries in turn
 */
record LoadPlan(
        int associations, int accounts, double keyRate, double pageRate, int pageSize, Duration stretch, int rounds) {
    LoadPlan {
        require("--associations", associations, 1, 1_000_000);
        require("--accounts", accounts, 1, associations);
        require("--key-rate", keyRate, 0, 100_000);
        require("--page-rate", pageRate, 0, 100_000);
        require("--page-size", pageSize, 1, 1_000);
        require("--for", (double) stretch.toSeconds(), 1, 3_600);
        require("--rounds", rounds, 1, 100);
    }

    private static void require(String option, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(String.format(
                    java.util.Locale.ROOT, "%s %s: must be from %.0f to %.0f", option, value, least, most));
        }
    }

    /** The share tree of the plan; jobs run until they end. */
    BenchTree tree() {
        return new BenchTree(associations, accounts, Duration.ZERO);
    }
}
