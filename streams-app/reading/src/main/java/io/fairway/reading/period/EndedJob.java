package io.fairway.reading.period;

import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.stored.SettledJob;
import io.fairway.core.time.Period;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.schemas.Keys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** A job that ended, as long as the ledger keeps it. */
public record EndedJob(JobKey key, JobView view, JobState state) {
    /** The setting with the horizon: an ended job is kept for two of them. */
    private static final String HORIZON = "ledger.horizon.ms";

    /** The instant from which on every ended job is kept, epoch milliseconds; 0 = it is not known that one was forgotten. */
    public static long keptSince(DomainSnapshot snapshot) {
        byte[] horizon = snapshot.stores().get(Stores.BASIS).get(Keys.setting(HORIZON));
        return horizon == null ? 0 : snapshot.asOf() - 2 * Long.parseLong(new String(horizon, StandardCharsets.UTF_8));
    }

    /** The wanted jobs whose last run or wait ended in a period, in the order of their keys. */
    public static List<EndedJob> in(DomainSnapshot snapshot, Period period, BiPredicate<JobKey, JobView> wanted) {
        List<EndedJob> found = new ArrayList<>();
        StateStores.forEach(
                snapshot.stores().get(Stores.SETTLED_JOBS), Keys.domain(snapshot.domain()), (key, bytes) -> {
                    // A job settles with its end or later.
                    if (SettledJob.isMark(bytes) || SettledJob.at(bytes) < period.from()) {
                        return;
                    }
                    JobState state = SettledJob.read(bytes).state();
                    JobView view = snapshot.view(state);
                    JobKey job = JobBook.parse(key);
                    if (view.settled() >= period.from() && view.settled() < period.to() && wanted.test(job, view)) {
                        found.add(new EndedJob(job, view, state));
                    }
                });
        return found;
    }
}
