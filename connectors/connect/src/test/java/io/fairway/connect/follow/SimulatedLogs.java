package io.fairway.connect.follow;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A directory in memory with one log, its rotated files, and what happens to them. */
final class SimulatedLogs implements LogPlace {
    static final String LIVE = "log";

    private final TreeMap<String, SimulatedFile> files = new TreeMap<>();
    private final SplittableRandom random;
    private long clock = 1_000_000;
    private long inodes = 100;

    /** A file; several contents may be open on it. */
    private final class SimulatedFile {
        private final String inode = "dev:" + inodes++;
        private final boolean compressed;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean whole = true;
        private long modified = clock++;

        SimulatedFile(boolean compressed) {
            this.compressed = compressed;
        }

        void write(byte[] more) {
            bytes.writeBytes(more);
            modified = clock++;
        }
    }

    SimulatedLogs(SplittableRandom random) {
        this.random = random;
        files.put(LIVE, new SimulatedFile(false));
    }

    long clock() {
        return clock;
    }

    void append(String text) {
        live().write(text.getBytes(StandardCharsets.UTF_8));
    }

    String content(String path) {
        return Objects.requireNonNull(files.get(path)).bytes.toString(StandardCharsets.UTF_8);
    }

    /** By logrotate's "create": every number grows by one, and the log begins anew. */
    void rename() {
        shift();
        files.put("log.1", live());
        files.put(LIVE, new SimulatedFile(false));
    }

    private SimulatedFile copy = new SimulatedFile(false);

    /** The first half of copytruncate. */
    void beginCopy() {
        shift();
        copy = new SimulatedFile(false);
        files.put("log.1", copy);
        goOnCopying(random.nextInt(live().bytes.size() + 1));
    }

    void goOnCopying(int upTo) {
        byte[] all = live().bytes.toByteArray();
        int from = copy.bytes.size();
        if (upTo > from) {
            copy.write(Arrays.copyOfRange(all, from, Math.min(upTo, all.length)));
        }
    }

    /** The second half of copytruncate. */
    void truncate() {
        live().bytes.reset();
        live().modified = clock++;
    }

    /** Compresses log.2, in one step or in two. */
    void compress(boolean half) {
        SimulatedFile plain = files.get("log.2");
        if (plain != null) {
            byte[] all = plain.bytes.toByteArray();
            SimulatedFile packed = new SimulatedFile(true);
            packed.write(half ? Arrays.copyOf(all, random.nextInt(all.length + 1)) : all);
            packed.whole = !half;
            packed.modified = plain.modified;
            files.put("log.2.gz", packed);
            if (!half) {
                files.remove("log.2");
            }
        }
    }

    /** A copy of the log by somebody's hand. */
    void backUp() {
        SimulatedFile backup = new SimulatedFile(false);
        backup.write(live().bytes.toByteArray());
        files.put("log.bak", backup);
    }

    private SimulatedFile live() {
        return Objects.requireNonNull(files.get(LIVE));
    }

    private void shift() {
        for (String suffix : List.of("", ".gz")) {
            for (int number = 20; number >= 1; number--) {
                SimulatedFile file = files.remove("log." + number + suffix);
                if (file != null && file.whole) {
                    files.put("log." + (number + 1) + suffix, file);
                }
            }
        }
    }

    @Override
    public List<Sighting> list() {
        List<Sighting> list = new ArrayList<>();
        files.forEach((path, file) ->
                list.add(new Sighting(path, file.inode, file.bytes.size(), file.modified, file.compressed)));
        Collections.reverse(list);
        return list;
    }

    @Override
    public LogContent open(Sighting sighting) throws IOException {
        SimulatedFile file = files.get(sighting.path());
        if (file == null) {
            throw new NoSuchFileException(sighting.path());
        }
        return new LogContent() {
            @Override
            public int read(long position, byte[] into) throws EOFException {
                if (into.length == 0) {
                    return 0;
                }
                byte[] bytes = file.bytes.toByteArray();
                if (position >= bytes.length) {
                    if (!file.whole) {
                        throw new EOFException("in the middle");
                    }
                    return -1;
                }
                int count = Math.min(into.length, bytes.length - (int) position);
                System.arraycopy(bytes, (int) position, into, 0, count);
                return count;
            }

            @Override
            public void close() {}
        };
    }
}
