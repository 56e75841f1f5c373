package io.fairway.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;

/** Whether a schema registry answers: its client waits for a minute, and says nothing meanwhile. */
public final class RegistryReach {
    private RegistryReach() {}

    /**
     * Asks each registry, and says which does not answer within 5 s. Any answer will do, a refusal as well. What a command does next
     * tries on, or fails in its own words.
     *
     * @param urls {@code schema.registry.url}, separated by commas
     */
    public static void tell(String urls, PrintWriter err) {
        tell(urls, BrokerReach.PATIENCE, err);
    }

    static void tell(String urls, Duration patience, PrintWriter err) {
        for (String url : urls.split(",", -1)) {
            if (url.strip().startsWith("http") && isSilent(url.strip(), (int) patience.toMillis())) {
                BrokerReach.say(url.strip(), patience, err);
            }
        }
    }

    private static boolean isSilent(String url, int millis) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout(millis);
            connection.setReadTimeout(millis);
            connection.setInstanceFollowRedirects(false);
            try {
                connection.getResponseCode();
            } finally {
                connection.disconnect();
            }
            return false;
        } catch (SocketTimeoutException silent) {
            return true;
        } catch (IOException | IllegalArgumentException otherwise) {
            return false; // The registry's own client says what is wrong.
        }
    }
}
