package io.fairway.access;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The callers of a token file, one a line; {@code #} begins a comment line. It looks for a change of the file once a
 * second. If it cannot read the new file, the old callers stay and the log says why.
 */
final class TokenFile {
    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
    private static final long LOOK_EVERY = 1_000;

    private final Path file;
    private final LongSupplier clock;
    private volatile Map<String, TokenLine> lines;
    private Object stamp;
    private long lookedAt;

    /**
     * Reads the file.
     *
     * @param clock epoch milliseconds
     * @throws IllegalArgumentException with file, line and rule, if it cannot be read
     */
    TokenFile(Path file, LongSupplier clock) {
        this.file = file;
        this.clock = clock;
        this.stamp = stamp(file);
        this.lookedAt = clock.getAsLong();
        this.lines = read(file);
    }

    /**
     * The owner of a token; null if there is none.
     *
     * @throws Denied if the token has expired
     */
    @Nullable
    Caller find(String token) {
        reread();
        byte[] digest = Tokens.digest(token);
        TokenLine found = null;
        // Always compare with every line: the time must not tell how near a guess is.
        for (TokenLine line : lines.values()) {
            if (MessageDigest.isEqual(line.digest(), digest)) {
                found = line;
            }
        }
        if (found != null && clock.getAsLong() >= found.expires()) {
            throw Denied.invalid("the token has expired, at " + Instant.ofEpochMilli(found.expires()));
        }
        return found == null ? null : found.caller();
    }

    private synchronized void reread() {
        long now = clock.getAsLong();
        if (now - lookedAt < LOOK_EVERY && now >= lookedAt) {
            return;
        }
        lookedAt = now;
        Object changed = stamp(file);
        if (changed.equals(stamp)) {
            return;
        }
        stamp = changed;
        try {
            lines = read(file);
            LOG.info("{}: read again, {} tokens", file, lines.size());
        } catch (IllegalArgumentException refused) {
            LOG.error("the changed token file is not taken, the old one stays: {}", refused.getMessage());
        }
    }

    private static Map<String, TokenLine> read(Path file) {
        List<String> texts;
        try {
            texts = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("token file " + file + " cannot be read: it is not UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("token file " + file + " cannot be read: " + e, e);
        }
        Map<String, TokenLine> byHash = new HashMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i).strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String place = file + ", line " + (i + 1) + ": ";
            TokenLine line;
            try {
                line = TokenLine.parse(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(place + e.getMessage(), e);
            }
            Integer before = numbers.put(line.hash(), i + 1);
            if (before != null) {
                throw new IllegalArgumentException(place + "line " + before + " has the same token");
            }
            byHash.put(line.hash(), line);
        }
        warnOfOthers(file);
        return Map.copyOf(byHash);
    }

    private static void warnOfOthers(Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            List<String> rights = new ArrayList<>();
            if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
                rights.add("be read by everybody");
            }
            if (permissions.contains(PosixFilePermission.OTHERS_WRITE)
                    || permissions.contains(PosixFilePermission.GROUP_WRITE)) {
                rights.add("be changed by others than its owner");
            }
            if (!rights.isEmpty()) {
                LOG.warn("{}: can {}; chmod 600 (or 640) is enough", file, String.join(", and ", rights));
            }
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("{}: its permissions cannot be told", file, e);
        }
    }

    /** A value that changes when the file does. */
    static Object stamp(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return java.util.Arrays.asList(now.lastModifiedTime(), now.size(), now.fileKey());
        } catch (IOException e) {
            return "not there";
        }
    }
}
