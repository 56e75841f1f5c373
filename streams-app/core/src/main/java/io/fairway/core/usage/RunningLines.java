package io.fairway.core.usage;

import java.util.Arrays;

/** The nodes of a tree whose lines run, each with the rate, in no order. */
final class RunningLines {
    private static final int FEW = 16;

    private int[] nodes = new int[FEW];
    private long[] rates = new long[FEW];
    private int count;
    /** By node, its index + 1; 0 if it does not run. */
    private final int[] places;

    RunningLines(int size) {
        places = new int[size];
    }

    int count() {
        return count;
    }

    int node(int index) {
        return nodes[index];
    }

    long rate(int index) {
        return rates[index];
    }

    boolean contains(int node) {
        return places[node] > 0;
    }

    /** A node runs at a rate. */
    void put(int node, long rate) {
        if (places[node] == 0) {
            if (count == nodes.length) {
                nodes = Arrays.copyOf(nodes, 2 * count);
                rates = Arrays.copyOf(rates, 2 * count);
            }
            nodes[count] = node;
            places[node] = ++count;
        }
        rates[places[node] - 1] = rate;
    }

    /** A node does not run. */
    void remove(int node) {
        int index = places[node] - 1;
        if (index >= 0) {
            places[node] = 0;
            count--;
            if (index < count) {
                nodes[index] = nodes[count];
                rates[index] = rates[count];
                places[nodes[index]] = index + 1;
            }
        }
    }
}
