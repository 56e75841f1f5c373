package io.fairway.trial.replay;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** The order in which a replay sends the events of a trace, some of them twice: a list of their indices. */
final class Feed {
    private static final long SEED_WITHOUT_SHUFFLE = 1;

    private Feed() {}

    /**
     * Makes the list.
     *
     * @param events the number of events
     * @param shuffle seed of the order; empty = their own order
     * @param duplicatePercent the percentage to send twice, the second time at a random position
     */
    static int[] of(int events, OptionalLong shuffle, int duplicatePercent) {
        SplittableRandom random = new SplittableRandom(shuffle.orElse(SEED_WITHOUT_SHUFFLE));
        int[] order = new int[events];
        Arrays.setAll(order, i -> i);
        int[] twice = order.clone();
        shuffle(twice, random);
        twice = Arrays.copyOf(twice, (int) ((long) events * duplicatePercent / 100));
        if (shuffle.isEmpty()) {
            return inserted(order, twice, random);
        }
        int[] all = Arrays.copyOf(order, events + twice.length);
        System.arraycopy(twice, 0, all, events, twice.length);
        shuffle(all, random);
        return all;
    }

    /** Inserts each of {@code twice} at a random position of {@code order}. */
    private static int[] inserted(int[] order, int[] twice, SplittableRandom random) {
        int[] places = new int[twice.length];
        Arrays.setAll(places, i -> random.nextInt(order.length + 1));
        Arrays.sort(places);
        int[] all = new int[order.length + twice.length];
        int next = 0;
        for (int place = 0, i = 0; place <= order.length; place++) {
            while (next < places.length && places[next] == place) {
                all[i++] = twice[next++];
            }
            if (place < order.length) {
                all[i++] = order[place];
            }
        }
        return all;
    }

    private static void shuffle(int[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }
}
