package io.fairway.schedulers.slurm.fairtree;

/** A stable sort of node numbers without boxing: every evaluation sorts the levels. */
final class IntSort {
    private static final int SMALL = 7;

    /** Compares two node numbers, like a {@link java.util.Comparator}. */
    @FunctionalInterface
    interface Order {
        int compare(int a, int b);
    }

    private IntSort() {}

    static void sort(int[] values, Order order) {
        merge(values.clone(), values, 0, values.length, order);
    }

    /** Sorts {@code to[from, end)}; {@code spare} holds a copy of it. */
    private static void merge(int[] spare, int[] to, int from, int end, Order order) {
        if (end - from < SMALL) {
            insert(to, from, end, order);
            return;
        }
        int middle = (from + end) >>> 1;
        merge(to, spare, from, middle, order);
        merge(to, spare, middle, end, order);
        if (order.compare(spare[middle - 1], spare[middle]) <= 0) {
            System.arraycopy(spare, from, to, from, end - from);
            return;
        }
        int left = from;
        int right = middle;
        for (int i = from; i < end; i++) {
            boolean takeLeft = right >= end || (left < middle && order.compare(spare[left], spare[right]) <= 0);
            to[i] = takeLeft ? spare[left++] : spare[right++];
        }
    }

    private static void insert(int[] values, int from, int end, Order order) {
        for (int i = from + 1; i < end; i++) {
            int value = values[i];
            int at = i;
            while (at > from && order.compare(values[at - 1], value) > 0) {
                values[at] = values[at - 1];
                at--;
            }
            values[at] = value;
        }
    }
}
