package io.fairway.core.fairness;

import java.util.ArrayList;
import java.util.List;

/** Divides a number among many by max-min fairness. */
public final class MaxMinFair {
    private MaxMinFair() {}

    /**
     * Gives each as much as the others, or what it wants if that is less. What is left over and too little for all goes to the
     * first, one for each.
     *
     * @param wanted what each wants, 0 or more
     * @param total what there is, 0 or more
     * @return what each gets: in sum {@code total}, or what all want if that is less
     */
    public static int[] of(int[] wanted, long total) {
        int[] parts = new int[wanted.length];
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++) {
            open.add(i);
        }
        long left = total;
        while (left > 0 && !open.isEmpty()) {
            long each = Math.max(1, left / open.size());
            for (int i : open) {
                long more = Math.min(Math.min(each, left), wanted[i] - parts[i]);
                parts[i] += Math.toIntExact(more);
                left -= more;
            }
            open.removeIf(i -> parts[i] == wanted[i]);
        }
        return parts;
    }
}
