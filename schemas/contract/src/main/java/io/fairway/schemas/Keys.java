package io.fairway.schemas;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The text of keys: components joined by {@code |}, the domain first. Within a component, {@code %}, {@code |} and
 * control characters become {@code %} and two hexadecimal digits (upper case) for each byte of their UTF-8.
 *
 * <p>One name has one key text. The reader accepts more: any byte may be escaped, in either case.
 *
 * <p>An association of a partition has the partition as one more component, which the keys of other nodes lack.
 *
 * <p>A user of "" is the account itself. A request of "" is a job without a particular partition. A request of
 * {@link #RESIZE} is a running job's request for another size, one of {@link #RUNNING} the running job itself; a
 * partition of such a name has a request of its own, see {@link #request}.
 */
public final class Keys {
    /** The request of a priority record for a pending resize request; no partition has this request. */
    public static final String RESIZE = "resize";

    /** The request of a priority record of a job that runs or is suspended; no partition has this request. */
    public static final String RUNNING = "running";

    private static final String MORE = "*";
    private static final char SEPARATOR = '|';
    private static final char ESCAPE = '%';
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Keys() {}

    /**
     * The request of a priority record for a partition: its name. A name of {@link #RESIZE} or {@link #RUNNING} after
     * any number of {@code *} gets one more {@code *} before it.
     */
    public static String request(String partition) {
        return isStarred(partition) ? MORE + partition : partition;
    }

    /** The partition of a request other than {@link #RESIZE} and {@link #RUNNING}: the inverse of {@link #request}. */
    public static String partition(String request) {
        return request.startsWith(MORE) && isStarred(request) ? request.substring(1) : request;
    }

    private static boolean isStarred(String name) {
        String bare = name.substring(name.lastIndexOf(MORE) + 1);
        return (bare.equals(RESIZE) || bare.equals(RUNNING))
                && name.chars().limit(name.length() - bare.length()).allMatch(c -> c == '*');
    }

    /** Key of job events, samples and dispatches. */
    public static String job(String domain, String cluster, String job) {
        return join(domain, cluster, job);
    }

    /** Key of a node of a share tree. */
    public static String node(String domain, String tree, String account, String user) {
        return join(domain, tree, account, user);
    }

    /** Key of a node of a share tree; a partition of "" is none. */
    public static String node(String domain, String tree, String account, String user, String partition) {
        return inPartition(node(domain, tree, account, user), partition);
    }

    /** Key of a policy; effectiveFrom in epoch milliseconds. */
    public static String policy(String domain, String name, long effectiveFrom) {
        return join(domain, name, Long.toString(effectiveFrom));
    }

    /** Key of a host. */
    public static String host(String domain, String cluster, String name) {
        return join(domain, cluster, name);
    }

    /** Key of what a source said in one life; since in epoch milliseconds. */
    public static String source(String domain, String cluster, String source, long since) {
        return join(domain, cluster, source, Long.toString(since));
    }

    /** Key of an adjustment. */
    public static String adjustment(String domain, String tree, String account, String user, String id) {
        return join(domain, tree, account, user, id);
    }

    /** Key of an adjustment; a partition of "" is none. */
    public static String adjustment(
            String domain, String tree, String account, String user, String id, String partition) {
        return inPartition(adjustment(domain, tree, account, user, id), partition);
    }

    /** Key of usage on other clusters; of a credential the name of its constant. */
    public static String remoteUsage(String domain, String source, String credential, String name) {
        return join(domain, source, credential, name);
    }

    /** Key of a usage record. */
    public static String usage(String domain, String measure, String tree, String account, String user) {
        return join(domain, measure, tree, account, user);
    }

    /** What the keys of a measure's usage records begin with, before a separator. */
    public static String usage(String domain, String measure) {
        return join(domain, measure);
    }

    /** Key of a rank record: the first of an account has no part. */
    public static String ranks(String domain, String policy, String tree, String account, int part) {
        return part == 0
                ? join(domain, policy, tree, account)
                : join(domain, policy, tree, account, Integer.toString(part));
    }

    /** Key of a fairshare record. */
    public static String fairshare(String domain, String policy, String tree, String account, String user) {
        return join(domain, policy, tree, account, user);
    }

    /** Key of a usage record; a partition of "" is none. */
    public static String usage(
            String domain, String measure, String tree, String account, String user, String partition) {
        return inPartition(usage(domain, measure, tree, account, user), partition);
    }

    /** Key of a fairshare record; a partition of "" is none. */
    public static String fairshare(
            String domain, String policy, String tree, String account, String user, String partition) {
        return inPartition(fairshare(domain, policy, tree, account, user), partition);
    }

    private static String inPartition(String key, String partition) {
        return partition.isEmpty() ? key : key + SEPARATOR + join(partition);
    }

    /** Key of a priority record. */
    public static String priority(String domain, String policy, String cluster, String job, String request) {
        return join(domain, policy, cluster, job, request);
    }

    /** Key of the order of a pool's queues; a pool of "" is the order of all queues. */
    public static String order(String domain, String policy, String pool) {
        return join(domain, policy, pool);
    }

    /** Key of a heartbeat. */
    public static String heartbeat(String domain, String policy) {
        return join(domain, policy);
    }

    /** Key of a recharge of a measure that is under way. */
    public static String recharge(String domain, String measure, String kind) {
        return join(domain, measure, kind);
    }

    /**
     * Key of the mark that the newest record of a policy version was refused.
     *
     * @param effectiveFrom epoch milliseconds
     */
    public static String refusedVersion(String domain, String policy, long effectiveFrom) {
        return join(domain, policy, Long.toString(effectiveFrom), "refused");
    }

    /** Key of a setting that the state of a task was made with. */
    public static String setting(String name) {
        return join("setting", name);
    }

    /** Key of the instant from which on the changes of a domain's shares are kept. */
    public static String sharesKeptSince(String domain) {
        return join("shares", domain);
    }

    /** Key of a schema by which records of a topic were read or written. */
    public static String schema(int id, String topic) {
        return join("schema", Integer.toString(id), topic);
    }

    /** Key of a clock tick. */
    public static String domain(String domain) {
        return join(domain);
    }

    /**
     * The components of a key, decoded.
     *
     * @throws IllegalArgumentException if an escape is not two hexadecimal digits, or the escaped bytes are not UTF-8
     */
    public static List<String> split(String key) {
        var components = new ArrayList<String>(5);
        int from = 0;
        while (true) {
            int to = key.indexOf(SEPARATOR, from);
            if (to < 0) {
                components.add(decode(key, from, key.length()));
                return components;
            }
            components.add(decode(key, from, to));
            from = to + 1;
        }
    }

    /**
     * The first component of a key, decoded.
     *
     * @throws IllegalArgumentException if its escapes are malformed, see {@link #split}
     */
    public static String domainOf(String key) {
        int end = key.indexOf(SEPARATOR);
        return decode(key, 0, end < 0 ? key.length() : end);
    }

    static String join(String... components) {
        var key = new StringBuilder(48);
        for (int i = 0; i < components.length; i++) {
            if (i > 0) {
                key.append(SEPARATOR);
            }
            encode(components[i], key);
        }
        return key.toString();
    }

    private static void encode(String component, StringBuilder key) {
        for (int i = 0; i < component.length(); i++) {
            char c = component.charAt(i);
            if (c == ESCAPE || c == SEPARATOR || Character.isISOControl(c)) {
                for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    key.append(ESCAPE).append(HEX.toHexDigits(b));
                }
            } else if (Character.isSurrogate(c)) {
                // Half a pair has no UTF-8: two such names would get the same key.
                int point = component.codePointAt(i);
                if (!Character.isSupplementaryCodePoint(point)) {
                    throw new IllegalArgumentException("key component \"" + component
                            + "\": must not have half of a surrogate pair, as at index " + i);
                }
                key.appendCodePoint(point);
                i++;
            } else {
                key.append(c);
            }
        }
    }

    private static String decode(String key, int from, int to) {
        int escape = key.indexOf(ESCAPE, from);
        if (escape < 0 || escape >= to) {
            return key.substring(from, to);
        }
        // Escapes stand for bytes, and several may form one character, so the whole component is decoded as bytes.
        String component = key.substring(from, to);
        byte[] text = encodeUtf8(key, component);
        var bytes = ByteBuffer.allocate(text.length);
        for (int i = 0; i < text.length; i++) {
            if (text[i] != ESCAPE) {
                bytes.put(text[i]);
                continue;
            }
            if (i + 2 >= text.length || !HexFormat.isHexDigit(text[i + 1]) || !HexFormat.isHexDigit(text[i + 2])) {
                throw malformed(key, component, "'%' must be followed by two hexadecimal digits");
            }
            bytes.put((byte) (HexFormat.fromHexDigit(text[i + 1]) << 4 | HexFormat.fromHexDigit(text[i + 2])));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw malformed(key, component, "escaped bytes must be UTF-8");
        }
    }

    private static byte[] encodeUtf8(String key, String component) {
        try {
            ByteBuffer text = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(component));
            byte[] bytes = new byte[text.remaining()];
            text.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw malformed(key, component, "a key must be text with a UTF-8 form");
        }
    }

    private static IllegalArgumentException malformed(String key, String component, String rule) {
        return new IllegalArgumentException("key \"" + key + "\", component \"" + component + "\": " + rule);
    }
}
