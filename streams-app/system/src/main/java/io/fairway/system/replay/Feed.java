package io.fairway.system.replay;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** In which order the events of a trace are sent, and which of them twice: a list of their indices. */
final class Feed {
    private static final long SEED_WITHOUT_SHUFFLE = 1;

    private Feed() {}

    /**
     * Makes the list.
     *
     * @param events how many there are
     * @param shuffle seed of the order; empty = as they are
     * @param duplicatePercent how many of a hundred are sent twice; the second time at a random place
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

    /** Puts each of {@code twice} ahead of a random place of {@code order}. */
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
