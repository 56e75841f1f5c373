package io.fairway.app.adjust;

import io.fairway.avro.Adjustment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which adjustments a command is about. */
final class KnownFilter {
    @Option(names = "--account", paramLabel = "NAME", description = "Only those of this account.")
    private @Nullable String account;

    @Option(names = "--user", paramLabel = "NAME", description = "Only those of this user.")
    private @Nullable String user;

    /** Whether it takes one; of a transfer, either side counts. */
    boolean takes(Adjustment record, @Nullable String domain) {
        return (domain == null || domain.equals(record.getDomain()))
                && (account == null || account.equals(record.getAccount()) || account.equals(record.getToAccount()))
                && (user == null || user.equals(record.getUser()) || user.equals(record.getToUser()));
    }
}
