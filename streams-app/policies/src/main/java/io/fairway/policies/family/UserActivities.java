package io.fairway.policies.family;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.schedulers.moab.job.ActiveJob;
import io.fairway.schedulers.moab.job.MoabJobReader;
import io.fairway.schedulers.moab.job.UserActivity;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The active jobs of each user, for policies whose priorities depend on them. Each event of a job updates them. Their
 * sums are computed when a job of the user asks, and again only after one of them changed or reached its limit. If no
 * policy reads them, nothing is kept. Not for several threads.
 */
public final class UserActivities {
    /**
     * The activity of one user from an instant on, for the policy that reads it.
     *
     * @param activity without history
     */
    public record OfUser(UserActivity activity) {
        /** No active job. */
        public static final OfUser NONE = new OfUser(UserActivity.NONE);
    }

    /** A user of one share tree, as usage is counted per tree, too. */
    private record User(String tree, String name) {}

    private record Since(OfUser of, long from) {}

    private final Map<User, Map<JobKey, ActiveJob>> active = new HashMap<>();
    private final Map<JobKey, User> users = new HashMap<>();
    private final Map<User, Since> byUser = new HashMap<>();
    private boolean needed;

    /** Begins to count if {@code needed}, and forgets everything if not. */
    public void count(boolean needed) {
        this.needed = needed;
        active.clear();
        users.clear();
        byUser.clear();
    }

    /** Whether it counts. */
    public boolean counts() {
        return needed;
    }

    /**
     * Takes a job in as it is now.
     *
     * @param life the facts of its latest life, in order
     * @return the share tree if its users' activity changed, else {@code null}
     */
    public @Nullable String changed(JobKey job, JobView view, List<JobFact> life) {
        if (!needed) {
            return null;
        }
        User before = users.get(job);
        ActiveJob old = before == null ? null : jobs(before).get(job);
        User now = view.status() == JobView.Status.RUNNING ? user(job, view.attributes()) : null;
        ActiveJob runs = now == null ? null : MoabJobReader.active(view, life);
        if (java.util.Objects.equals(before, now) && java.util.Objects.equals(old, runs)) {
            return null;
        }
        if (before != null) {
            users.remove(job);
            byUser.remove(before);
            Map<JobKey, ActiveJob> left = jobs(before);
            left.remove(job);
            if (left.isEmpty()) {
                active.remove(before);
            }
        }
        if (now != null && runs != null) {
            users.put(job, now);
            byUser.remove(now);
            active.computeIfAbsent(now, user -> new LinkedHashMap<>()).put(job, runs);
        }
        return now != null ? now.tree() : before == null ? null : before.tree();
    }

    /**
     * The activity of a job's user.
     *
     * @param now from this instant on, epoch milliseconds
     */
    public OfUser of(JobKey job, JobAttributes attributes, long now) {
        User user = needed ? user(job, attributes) : null;
        if (user == null) {
            return OfUser.NONE;
        }
        Map<JobKey, ActiveJob> own = jobs(user);
        if (own.isEmpty()) {
            return OfUser.NONE; // Nothing is kept of a user who only waits.
        }
        Since last = byUser.get(user);
        if (last == null || now < last.from() || now >= last.of().activity().changesAt()) {
            last = new Since(new OfUser(UserActivity.of(own.values(), 0, 0, now)), now);
            byUser.put(user, last);
        }
        return last.of();
    }

    private Map<JobKey, ActiveJob> jobs(User user) {
        return active.getOrDefault(user, Map.of());
    }

    private static @Nullable User user(JobKey job, JobAttributes attributes) {
        String name = attributes.text(Attribute.USER);
        return name == null ? null : new User(attributes.text(Attribute.TREE, job.cluster()), name);
    }
}
