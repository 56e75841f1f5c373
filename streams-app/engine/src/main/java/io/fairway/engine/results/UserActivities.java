package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.state.DomainState;
import io.fairway.schedulers.moab.job.ActiveJob;
import io.fairway.schedulers.moab.job.MoabJobReader;
import io.fairway.schedulers.moab.job.UserActivity;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The active jobs of each user, for policies whose priorities depend on them. Each event of a job updates them. Their
 * sums are computed when a job of the user asks, and again only after one of them changed or reached its limit. If no
 * policy reads them, nothing is kept.
 */
final class UserActivities {
    /** A user of one share tree, as usage is counted per tree, too. */
    private record User(String tree, String name) {}

    private record Known(UserActivity activity, long from) {}

    private final DomainState state;
    private final Map<User, Map<JobKey, ActiveJob>> active = new HashMap<>();
    private final Map<JobKey, User> users = new HashMap<>();
    private final Map<User, Known> known = new HashMap<>();
    private boolean needed;

    UserActivities(DomainState state) {
        this.state = state;
    }

    /** Begins to count when a policy needs it, and stops when none does. */
    void policiesChanged() {
        boolean now = state.policies().inForce().stream()
                .anyMatch(policy -> policy.family().readsActivity());
        if (now == needed) {
            return;
        }
        needed = now;
        active.clear();
        users.clear();
        known.clear();
        if (needed) {
            for (JobKey job : state.jobs().active().keySet()) {
                CurrentJob current = state.current(job);
                if (current != null) {
                    changed(current);
                }
            }
        }
    }

    /** Takes a job in. Returns the share tree if its users' activity changed, else {@code null}. */
    @Nullable
    String changed(CurrentJob current) {
        if (!needed) {
            return null;
        }
        JobKey job = current.key();
        JobView view = current.view();
        User before = users.get(job);
        ActiveJob old = before == null ? null : jobs(before).get(job);
        User now = view.status() == JobView.Status.RUNNING ? user(job, view.attributes()) : null;
        ActiveJob runs = now == null ? null : MoabJobReader.active(view, current.life());
        if (java.util.Objects.equals(before, now) && java.util.Objects.equals(old, runs)) {
            return null;
        }
        if (before != null) {
            users.remove(job);
            known.remove(before);
            Map<JobKey, ActiveJob> left = jobs(before);
            left.remove(job);
            if (left.isEmpty()) {
                active.remove(before);
            }
        }
        if (now != null && runs != null) {
            users.put(job, now);
            known.remove(now);
            active.computeIfAbsent(now, user -> new LinkedHashMap<>()).put(job, runs);
        }
        return now != null ? now.tree() : before == null ? null : before.tree();
    }

    /** The activity of a job's user from an instant on. */
    UserActivity of(JobKey job, JobAttributes attributes, long now) {
        User user = needed ? user(job, attributes) : null;
        if (user == null) {
            return UserActivity.NONE;
        }
        Map<JobKey, ActiveJob> own = jobs(user);
        if (own.isEmpty()) {
            return UserActivity.NONE; // Nothing is kept of a user who only waits.
        }
        Known last = known.get(user);
        if (last == null || now < last.from() || now >= last.activity().changesAt()) {
            last = new Known(UserActivity.of(own.values(), 0, 0, now), now);
            known.put(user, last);
        }
        return last.activity();
    }

    private Map<JobKey, ActiveJob> jobs(User user) {
        return active.getOrDefault(user, Map.of());
    }

    private static @Nullable User user(JobKey job, JobAttributes attributes) {
        String name = attributes.text(Attribute.USER);
        return name == null ? null : new User(attributes.text(Attribute.TREE, job.cluster()), name);
    }
}
