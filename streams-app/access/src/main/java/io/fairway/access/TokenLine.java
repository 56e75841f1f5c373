package io.fairway.access;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One line of a token file, such as {@code name=ben role=coordinator accounts=cms,normal/atlas sha256=9f86...}. {@link Coordinated} reads each account.
 *
 * <p>Messages about a line do not repeat its values: somebody who edits the file may put a token there by mistake.
 *
 * @param hash SHA-256 of the token, in hexadecimal digits
 * @param expires the instant from which the token is invalid, epoch milliseconds; Long.MAX_VALUE = never
 */
record TokenLine(Caller caller, String hash, long expires) {
    private static final List<String> KEYS = List.of("name", "role", "accounts", "expires", "sha256");
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9]{1,12}");
    private static final Pattern NAME = Pattern.compile("[^\\s,=#\\p{Cntrl}]{1,200}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException with the key and the rule, without the value
     */
    static TokenLine parse(String line) {
        Map<String, String> values = words(line);
        String name = required(values, "name");
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name must be a user name without blanks, commas, = and #");
        }
        Role role = role(required(values, "role"));
        Set<Coordinated> accounts = accounts(values.get("accounts"));
        if (role == Role.COORDINATOR && accounts.isEmpty()) {
            throw new IllegalArgumentException("role=coordinator needs accounts=ACCOUNT,ACCOUNT...");
        }
        if (role != Role.COORDINATOR && !accounts.isEmpty()) {
            throw new IllegalArgumentException("accounts is for role=coordinator only");
        }
        String hash = required(values, "sha256").toLowerCase(Locale.ROOT);
        if (!HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException("sha256 must be the SHA-256 of the token, 64 hexadecimal digits");
        }
        return new TokenLine(new Caller(name, role, accounts), hash, expires(values.get("expires")));
    }

    /** The line as the file has it. */
    String text() {
        StringBuilder text = new StringBuilder(
                "name=" + caller.name() + " role=" + caller.role().word());
        if (!caller.coordinates().isEmpty()) {
            text.append(" accounts=")
                    .append(caller.coordinates().stream()
                            .map(Coordinated::text)
                            .sorted()
                            .collect(Collectors.joining(",")));
        }
        if (expires != Long.MAX_VALUE) {
            text.append(" expires=").append(Instant.ofEpochMilli(expires));
        }
        return text.append(" sha256=").append(hash).toString();
    }

    byte[] digest() {
        return HexFormat.of().parseHex(hash);
    }

    private static Map<String, String> words(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        int number = 0;
        for (String word : line.trim().split("\\s+")) {
            number++;
            int equals = word.indexOf('=');
            String key = equals < 0 ? "" : word.substring(0, equals);
            if (!KEYS.contains(key)) {
                String shown = equals > 0 && PLAIN.matcher(key).matches() && equals < word.length() - 2
                        ? "unknown key " + key
                        : "word " + number + " is not KEY=VALUE";
                throw new IllegalArgumentException(shown + "; keys are " + String.join(", ", KEYS));
            }
            if (values.put(key, word.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("key " + key + " is said twice");
            }
        }
        return values;
    }

    private static String required(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("needs " + key + "=...");
        }
        return value;
    }

    private static Role role(String word) {
        return Arrays.stream(Role.values())
                .filter(role -> role.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("role must be user, coordinator or operator"));
    }

    private static Set<Coordinated> accounts(@Nullable String text) {
        if (text == null) {
            return Set.of();
        }
        List<String> names = List.of(text.split(",", -1));
        if (!names.stream().allMatch(name -> NAME.matcher(name).matches())) {
            throw new IllegalArgumentException("accounts must be account names separated by commas, without blanks");
        }
        try {
            return names.stream().map(Coordinated::parse).collect(Collectors.toUnmodifiableSet());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("each of accounts " + e.getMessage(), e);
        }
    }

    private static long expires(@Nullable String text) {
        try {
            return text == null ? Long.MAX_VALUE : Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException("expires must be an instant such as 2027-01-01T00:00:00Z", e);
        }
    }
}
