package io.fairway.api.http;

import io.fairway.access.AccessConfig;
import io.fairway.api.query.Problem;
import io.javalin.http.Context;
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
final class HostCheck {
    /** The loopback network of IPv4 (RFC 1122, section 3.2.1.3), as text: nothing is looked up. */
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    private final Set<String> permitted = new HashSet<>(Set.of("localhost", plain("::1")));

    private final Set<String> origins;

    /**
     * @param hosts names or addresses that are permitted beside loopback and the address of the connection
     * @param origins origins of web pages that may ask, although they are of other hosts
     */
    HostCheck(List<String> hosts, List<String> origins) {
        this.origins = Set.copyOf(origins);
        hosts.forEach(host -> permitted.add(plain(host)));
    }

    /**
     * Checks the headers {@code Host} and {@code Origin}.
     *
     * @param self host and port at which other instances reach this one
     * @throws Problem 421 for another host, 403 for a page of another origin
     */
    void check(Context context, String self) {
        String host = context.header("Host");
        if (host == null || !isPermitted(withoutPort(host), context, self)) {
            throw Problem.of(421, "this is not the host " + shown(host) + "; " + advice());
        }
        String origin = context.header("Origin");
        if (origin != null && !origins.contains(origin) && !isPermitted(hostOf(origin), context, self)) {
            throw Problem.of(403, "a page of " + shown(origin) + " may not ask here; " + advice());
        }
    }

    private static String advice() {
        return "if it is, name it in " + AccessConfig.HOSTS + " (nobody has to say who they are here, so names count)";
    }

    private boolean isPermitted(@Nullable String host, Context context, String self) {
        return host != null
                && (permitted.contains(host)
                        || LOOPBACK.matcher(host).matches()
                        || host.equals(plain(String.valueOf(context.req().getLocalAddr())))
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
