package io.fairway.access;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * An account that somebody coordinates, with all accounts below it, as a token names it. An account name is a name in
 * one tree: {@code cms} in another tree is another account.
 *
 * <ul>
 *   <li>{@code cms}: the account of the domain's own tree, which has the domain's name;
 *   <li>{@code normal/cms}: the account of the tree {@code normal};
 *   <li>{@code *}{@code /cms}: the account of that name in every tree.
 * </ul>
 *
 * <p>Special characters of names are escaped as in paths of the API: {@code bio%2Fmedical}.
 *
 * @param where the trees that have the account
 * @param tree name of the tree; empty unless {@code where} is NAMED
 */
public record Coordinated(Where where, String tree, String account) {
    /** The trees that have a coordinated account. */
    public enum Where {
        OWN,
        NAMED,
        EVERY
    }

    private static final String EVERY = "*";
    private static final Pattern SPECIAL = Pattern.compile("[%/,=#\\s\\p{Cntrl}]");

    /**
     * Reads an account.
     *
     * @throws IllegalArgumentException with the rule, without the text
     */
    public static Coordinated parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length > 2) {
            throw new IllegalArgumentException("must be ACCOUNT, TREE/ACCOUNT or */ACCOUNT; write / in a name as %2F");
        }
        String account = decoded(parts[parts.length - 1]);
        if (parts.length == 1) {
            return new Coordinated(Where.OWN, "", account);
        }
        return parts[0].equals(EVERY)
                ? new Coordinated(Where.EVERY, "", account)
                : new Coordinated(Where.NAMED, decoded(parts[0]), account);
    }

    /** The form that {@link #parse} reads. */
    public String text() {
        return switch (where) {
            case OWN -> encoded(account);
            case EVERY -> EVERY + "/" + encoded(account);
            case NAMED -> (tree.equals(EVERY) ? "%2A" : encoded(tree)) + "/" + encoded(account);
        };
    }

    /**
     * Whether a tree has the account.
     *
     * @param ownTree the tree that has the domain's name
     */
    boolean isIn(String inTree, String ownTree) {
        return switch (where) {
            case OWN -> inTree.equals(ownTree);
            case EVERY -> true;
            case NAMED -> inTree.equals(tree);
        };
    }

    private static String decoded(String name) {
        String plain;
        try {
            plain = URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must have two hexadecimal digits after each %, as in %2F", e);
        }
        if (plain.isEmpty()) {
            throw new IllegalArgumentException("must not have an empty tree or account name");
        }
        return plain;
    }

    private static String encoded(String name) {
        return SPECIAL.matcher(name).replaceAll(special -> {
            StringBuilder escaped = new StringBuilder();
            for (byte b : special.group().getBytes(StandardCharsets.UTF_8)) {
                escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
            return escaped.toString();
        });
    }
}
