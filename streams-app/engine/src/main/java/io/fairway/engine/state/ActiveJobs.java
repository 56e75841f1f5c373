package io.fairway.engine.state;

import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The jobs of one domain that wait or run: what each event needs of its job, found at once. */
final class ActiveJobs {
    private final Map<JobKey, Active> jobs = new HashMap<>();
    private final Map<JobKey, JobView> views = new Views();
    private int pending;

    /**
     * A job.
     *
     * @param deadline the next instant at which its ledger has something to do
     * @param mostBytes at least the bytes of its stored state, so that an event need not count them; 0 = not counted
     */
    record Active(JobState state, JobView view, OptionalLong deadline, int mostBytes) {
        private boolean isPending() {
            return view.status() == JobView.Status.PENDING;
        }
    }

    @Nullable
    Active get(JobKey job) {
        return jobs.get(job);
    }

    /** Puts a job in the place of what was known of it, which it returns; null if nothing was. */
    @Nullable
    Active put(JobKey job, Active now) {
        pending += now.isPending() ? 1 : 0;
        return left(jobs.put(job, now));
    }

    /** Forgets a job. Returns what was known of it; null if nothing was. */
    @Nullable
    Active remove(JobKey job) {
        return left(jobs.remove(job));
    }

    private @Nullable Active left(@Nullable Active before) {
        pending -= before != null && before.isPending() ? 1 : 0;
        return before;
    }

    /** How many of them wait. */
    int pending() {
        return pending;
    }

    /** The jobs as everybody sees them. It follows all changes. */
    Map<JobKey, JobView> views() {
        return views;
    }

    private final class Views extends AbstractMap<JobKey, JobView> {
        private final Set<JobKey> keys = Collections.unmodifiableSet(jobs.keySet());

        @Override
        public @Nullable JobView get(@Nullable Object job) {
            Active active = jobs.get(job);
            return active == null ? null : active.view();
        }

        @Override
        public boolean containsKey(@Nullable Object job) {
            return jobs.containsKey(job);
        }

        @Override
        public int size() {
            return jobs.size();
        }

        @Override
        public Set<JobKey> keySet() {
            return keys;
        }

        @Override
        public void forEach(BiConsumer<? super JobKey, ? super JobView> action) {
            jobs.forEach((job, active) -> action.accept(job, active.view()));
        }

        @Override
        public Set<Entry<JobKey, JobView>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public int size() {
                    return jobs.size();
                }

                @Override
                public Iterator<Entry<JobKey, JobView>> iterator() {
                    return jobs.entrySet().stream()
                            .map(job -> Map.entry(job.getKey(), job.getValue().view()))
                            .iterator();
                }
            };
        }
    }
}
