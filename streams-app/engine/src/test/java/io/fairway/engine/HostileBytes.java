package io.fairway.engine;

import java.util.Arrays;
import java.util.Random;

/** Damages the bytes of a record. */
final class HostileBytes {
    /** How. */
    enum Damage {
        FLIP,
        TRUNCATE,
        INSERT,
        OVERWRITE,
        LENGTHS,
        MAGIC,
        UNKNOWN_SCHEMA
    }

    private final Random random;

    HostileBytes(Random random) {
        this.random = random;
    }

    byte[] damaged(byte[] good, Damage how) {
        byte[] bytes = good.clone();
        switch (how) {
            case FLIP -> {
                for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                    bytes[5 + random.nextInt(bytes.length - 5)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            case TRUNCATE -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case INSERT -> {
                int at = 5 + random.nextInt(bytes.length - 5);
                byte[] more = new byte[1 + random.nextInt(64)];
                random.nextBytes(more);
                byte[] longer = Arrays.copyOf(bytes, bytes.length + more.length);
                System.arraycopy(bytes, at, longer, at + more.length, bytes.length - at);
                System.arraycopy(more, 0, longer, at, more.length);
                bytes = longer;
            }
            case OVERWRITE -> {
                for (int i = 5 + random.nextInt(bytes.length - 5), left = random.nextInt(16);
                        i < bytes.length && left > 0;
                        i++, left--) {
                    bytes[i] = (byte) random.nextInt(256);
                }
            }
            case LENGTHS -> {
                // Ten bytes of a long that states an absurd length, or a negative one.
                int at = 5 + random.nextInt(bytes.length - 5);
                for (int i = 0; i < 9 && at + i < bytes.length; i++) {
                    bytes[at + i] = (byte) (0x80 | random.nextInt(128));
                }
                if (at + 9 < bytes.length) {
                    bytes[at + 9] = 1;
                }
            }
            case MAGIC -> bytes[0] = (byte) (1 + random.nextInt(255));
            case UNKNOWN_SCHEMA -> bytes[1 + random.nextInt(3)] = (byte) (1 + random.nextInt(255));
        }
        return bytes;
    }
}
