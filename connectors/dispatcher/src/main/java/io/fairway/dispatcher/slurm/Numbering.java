package io.fairway.dispatcher.slurm;

import java.util.Arrays;

/**
 * Numbers for the jobs of an order, the greatest for the first. As many jobs as possible keep the number that they have.
 * The others get one from the gap in which they stand now, so a new job moves no other.
 *
 * <p>Pure. If a gap is full, the numbers around it are spread out again: first of two jobs, then of four, and so on until
 * there is room.
 */
final class Numbering {
    /** No number yet. */
    static final long NONE = Long.MIN_VALUE;

    /** Distance of the numbers of jobs with room around them. */
    private static final long ROOMY = 1 << 16;

    private final long least;
    private final long most;
    private final long wanted;

    /**
     * Numbers of a range.
     *
     * @param least the least number, above 0
     * @param most the greatest number
     * @param gap the least distance of two numbers that the receiver tells apart, 1 or more. With more jobs than the
     *     range has room for, the distance is less
     */
    Numbering(long least, long most, long gap) {
        if (least < 1 || most <= least || gap < 1) {
            throw new IllegalArgumentException(
                    "range " + least + ".." + most + " with gap " + gap + ": must be above 0 and not empty");
        }
        this.least = least;
        this.most = most;
        this.wanted = gap;
    }

    private long gap(int jobs) {
        return Math.max(1, Math.min(wanted, (most - least) / (jobs + 1)));
    }

    /**
     * The numbers of an order.
     *
     * @param had the present numbers in the order of the jobs, the first job first; {@link #NONE} without one
     * @return the new numbers in the same order, each less than the one before it, within the range
     * @throws IllegalArgumentException if the order has more jobs than the range has numbers
     */
    long[] assign(long[] had) {
        if (had.length > most - least - 1) {
            throw new IllegalArgumentException(
                    had.length + " jobs: must be fewer than the numbers " + least + ".." + most);
        }
        long gap = gap(had.length);
        long[] numbers = kept(had, gap);
        int from = 0;
        while (from < numbers.length) {
            if (numbers[from] != NONE) {
                from++;
                continue;
            }
            int to = endOfRun(numbers, from);
            if (fill(numbers, from, to, gap)) {
                from = to;
            } else {
                from = clearAround(numbers, from, to, gap);
            }
        }
        return numbers;
    }

    /** The most numbers that are in order already, at least a gap apart; {@link #NONE} for the others. */
    private long[] kept(long[] had, long gap) {
        int[] before = new int[had.length];
        int[] lastOf = new int[had.length]; // by length of a chain, the job that ends it with the greatest number
        int longest = 0;
        for (int i = 0; i < had.length; i++) {
            if (had[i] < least || had[i] > most) {
                continue;
            }
            int length = 0;
            int high = longest;
            while (length < high) {
                int middle = (length + high + 1) >>> 1;
                if (had[lastOf[middle - 1]] - gap >= had[i]) {
                    length = middle;
                } else {
                    high = middle - 1;
                }
            }
            before[i] = length == 0 ? -1 : lastOf[length - 1];
            if (length == longest || had[i] > had[lastOf[length]]) {
                lastOf[length] = i;
                longest = Math.max(longest, length + 1);
            }
        }
        long[] numbers = new long[had.length];
        Arrays.fill(numbers, NONE);
        for (int i = longest == 0 ? -1 : lastOf[longest - 1]; i >= 0; i = before[i]) {
            numbers[i] = had[i];
        }
        return numbers;
    }

    private static int endOfRun(long[] numbers, int from) {
        int to = from;
        while (to < numbers.length && numbers[to] == NONE) {
            to++;
        }
        return to;
    }

    /** Gives a run numbers between those on both sides; whether there is room. */
    private boolean fill(long[] numbers, int from, int to, long gap) {
        boolean isOpenAbove = from == 0;
        boolean isOpenBelow = to == numbers.length;
        long above = isOpenAbove ? most + 1 : numbers[from - 1];
        long below = isOpenBelow ? least - 1 : numbers[to];
        int count = to - from;
        long distance = (above - below) / (count + 1);
        if (distance < gap) {
            return false;
        }
        long roomy = Math.max(ROOMY, 4 * gap);
        if (isOpenAbove && isOpenBelow) {
            distance = Math.min(distance, roomy);
            above = below + (above - below) / 2 + distance * (count + 1) / 2;
        } else if (isOpenAbove) {
            distance = Math.min(distance, roomy);
            above = below + distance * (count + 1);
        } else if (isOpenBelow) {
            distance = Math.min(distance, roomy);
        }
        for (int i = 0; i < count; i++) {
            numbers[from + i] = above - distance * (i + 1);
        }
        return true;
    }

    /** Takes the numbers of neighbours away, of more and more, until the run has room to spare; the new begin of the run. */
    private int clearAround(long[] numbers, int from, int to, long gap) {
        int low = from;
        int high = to;
        int more = 1;
        while (low > 0 || high < numbers.length) {
            low = Math.max(0, low - more);
            high = Math.min(numbers.length, high + more);
            more *= 2;
            long above = low == 0 ? most + 1 : numbers[low - 1];
            long below = high == numbers.length ? least - 1 : numbers[high];
            boolean isAnEdge = above == NONE || below == NONE;
            if (!isAnEdge && (above - below) / (high - low + 1) >= 4 * gap) {
                break;
            }
        }
        Arrays.fill(numbers, low, high, NONE);
        return low;
    }
}
