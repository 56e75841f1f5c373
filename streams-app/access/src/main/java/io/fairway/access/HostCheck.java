package io.fairway.access;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a question for another host's name. A web page may let its own name point to this machine, and its reader's
 * browser then takes it for the page's own server (DNS rebinding). The name in {@code Host} gives that away.
 */
public final class HostCheck {
    /** The loopback network of IPv4 (RFC 1122, section 3.2.1.3), as text: nothing is looked up. */
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    private final Set<String> permitted = new HashSet<>(Set.of("localhost", plain("::1")));

    private final Set<String> origins;

    /** Why a question is refused: 421 for another host, 403 for a page of another origin. */
    public record Refusal(int status, String detail) {}

    /**
     * @param hosts names or addresses that are permitted beside loopback and the address of the connection
     * @param origins origins of web pages that may ask, although they are of other hosts
     */
    public HostCheck(List<String> hosts, List<String> origins) {
        this.origins = Set.copyOf(origins);
        hosts.forEach(host -> permitted.add(plain(host)));
    }

    /**
     * Why a question is refused; null = it is not.
     *
     * @param host the header {@code Host}
     * @param origin the header {@code Origin}
     * @param local address of the connection
     * @param self host and port at which other instances reach this one
     */
    public @Nullable Refusal refusal(@Nullable String host, @Nullable String origin, String local, String self) {
        if (host == null || !isPermitted(withoutPort(host), local, self)) {
            return new Refusal(421, "this is not the host " + shown(host) + "; " + advice());
        }
        if (origin != null && !origins.contains(origin) && !isPermitted(hostOf(origin), local, self)) {
            return new Refusal(403, "a page of " + shown(origin) + " may not ask here; " + advice());
        }
        return null;
    }

    private static String advice() {
        return "if it is, name it in " + AccessConfig.HOSTS + " (nobody has to say who they are here, so names count)";
    }

    private boolean isPermitted(@Nullable String host, String local, String self) {
        return host != null
                && (permitted.contains(host)
                        || LOOPBACK.matcher(host).matches()
                        || host.equals(plain(local))
                        || host.equals(withoutPort(self)));
    }

    private static @Nullable String hostOf(String origin) {
        try {
            String host = URI.create(origin).getHost();
            return host == null ? null : plain(host);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String withoutPort(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        return plain(colon > hostAndPort.lastIndexOf(']') ? hostAndPort.substring(0, colon) : hostAndPort);
    }

    /** One form of a name or address: lower case, without the brackets of IPv6 and the dot at the end of a full name. */
    private static String plain(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (name.startsWith("[") && name.endsWith("]")) {
            name = name.substring(1, name.length() - 1);
        }
        if (name.contains(":")) {
            try {
                // An address of IPv6 has many forms. Nothing with a colon is looked up.
                return InetAddress.getByName(name).getHostAddress();
            } catch (UnknownHostException e) {
                return name;
            }
        }
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static String shown(@Nullable String text) {
        if (text == null) {
            return "(none)";
        }
        String clean = text.replaceAll("[^ -~]", "?");
        return clean.length() <= 100 ? clean : clean.substring(0, 100) + "...";
    }
}
