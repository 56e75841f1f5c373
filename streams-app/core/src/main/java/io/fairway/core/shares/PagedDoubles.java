package io.fairway.core.shares;

import java.util.Arrays;

/**
 * A number for each node of a tree. A copy shares all pages, and the first of both that changes a page makes it its own: so a
 * copy costs what changed since the last one. Not for several threads; a copy that nobody changes is a value.
 */
public final class PagedDoubles {
    private static final int BITS = 9;
    private static final int PAGE = 1 << BITS;

    private final double[][] pages;
    private final boolean[] shared;

    private PagedDoubles(double[][] pages, boolean[] shared) {
        this.pages = pages;
        this.shared = shared;
    }

    /** Zeros. */
    public PagedDoubles(int size) {
        this(new double[(size + PAGE - 1) >> BITS][], new boolean[(size + PAGE - 1) >> BITS]);
        for (int page = 0; page < pages.length; page++) {
            pages[page] = new double[Math.min(PAGE, size - (page << BITS))];
        }
    }

    /** The number of a node. */
    public double get(int node) {
        return pages[node >> BITS][node & (PAGE - 1)];
    }

    /** Changes the number of a node, here alone. */
    public void set(int node, double number) {
        int page = node >> BITS;
        if (shared[page]) {
            pages[page] = pages[page].clone();
            shared[page] = false;
        }
        pages[page][node & (PAGE - 1)] = number;
    }

    /** The same numbers. */
    public PagedDoubles copy() {
        Arrays.fill(shared, true);
        return new PagedDoubles(pages.clone(), shared.clone());
    }
}
