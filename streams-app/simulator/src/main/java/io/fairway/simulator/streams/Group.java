package io.fairway.simulator.streams;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The consumer group: its members, and which of them owns each task. A member that is silent for a session loses its
 * tasks. A task moves only once its owner gave it up or lost it.
 */
public final class Group {
    /** Milliseconds: Fairway's {@code session.timeout.ms}. */
    public static final long SESSION = 10_000;

    private final List<TaskKey> tasks;
    /** When each member was last heard of. */
    private final Map<String, Long> members = new TreeMap<>();

    private final Map<TaskKey, String> owners = new TreeMap<>();
    /** Who should have each task, and a copy of it, as long as members and owners are what they were. */
    private final Map<TaskKey, String> planned = new TreeMap<>();

    private final Map<TaskKey, String> plannedCopies = new TreeMap<>();
    /** The same by member. */
    private final Map<String, List<TaskKey>> assigned = new HashMap<>();

    private final Map<String, List<TaskKey>> copies = new HashMap<>();

    public Group(Collection<TaskKey> tasks) {
        this.tasks = tasks.stream().sorted().toList();
    }

    /** A member is there. One that was removed joins again. */
    void heard(String member, long now) {
        if (members.put(member, now) == null) {
            unplan();
        }
    }

    boolean isMember(String member) {
        return members.containsKey(member);
    }

    /** A member leaves, and gives all its tasks up. */
    void leave(String member) {
        members.remove(member);
        owners.values().removeIf(member::equals);
        unplan();
    }

    /** Removes the members that were silent for a session. */
    public void advanceTo(long now) {
        List<String> silent = new ArrayList<>();
        for (Map.Entry<String, Long> member : members.entrySet()) {
            if (now - member.getValue() >= SESSION) {
                silent.add(member.getKey());
            }
        }
        silent.forEach(this::leave);
    }

    /** The next instant at which a member that is silent now is removed. */
    public long nextTimeout(long now) {
        long next = Long.MAX_VALUE;
        for (long heard : members.values()) {
            if (heard < now) {
                next = Math.min(next, heard + SESSION);
            }
        }
        return next;
    }

    boolean owns(String member, TaskKey task) {
        return member.equals(owners.get(task));
    }

    /** A member takes a task that nobody owns. */
    boolean acquire(String member, TaskKey task) {
        unplan();
        return owners.putIfAbsent(task, member) == null;
    }

    void release(TaskKey task) {
        unplan();
        owners.remove(task);
    }

    /** The tasks that a member should have: in turn, but for those that stay where they are. */
    List<TaskKey> assigned(String member) {
        plan();
        return assigned.computeIfAbsent(member, name -> of(planned, name));
    }

    /** The tasks of which a member should keep a copy: each task has one on the member after its owner's, if there are two. */
    List<TaskKey> copies(String member) {
        plan();
        return copies.computeIfAbsent(member, name -> of(plannedCopies, name));
    }

    private static List<TaskKey> of(Map<TaskKey, String> plan, String member) {
        List<TaskKey> own = new ArrayList<>();
        plan.forEach((task, owner) -> {
            if (owner.equals(member)) {
                own.add(task);
            }
        });
        return List.copyOf(own);
    }

    private void unplan() {
        planned.clear();
        assigned.clear();
    }

    private void plan() {
        if (!planned.isEmpty() || members.isEmpty()) {
            return;
        }
        copies.clear();
        Map<TaskKey, String> plan = planned;
        Map<String, Integer> load = new TreeMap<>();
        members.keySet().forEach(each -> load.put(each, 0));
        int most = load.isEmpty() ? 0 : (tasks.size() + load.size() - 1) / load.size();
        for (TaskKey task : tasks) {
            String owner = owners.get(task);
            if (owner != null && load.containsKey(owner) && load.getOrDefault(owner, 0) < most) {
                plan.put(task, owner);
                load.merge(owner, 1, Integer::sum);
            }
        }
        for (TaskKey task : tasks) {
            if (!plan.containsKey(task)) {
                String least = least(load);
                if (least != null) {
                    plan.put(task, least);
                    load.merge(least, 1, Integer::sum);
                }
            }
        }
        plannedCopies.clear();
        List<String> ring = List.copyOf(members.keySet());
        if (ring.size() > 1) {
            plan.forEach((task, owner) -> plannedCopies.put(task, ring.get((ring.indexOf(owner) + 1) % ring.size())));
        }
    }

    private static @Nullable String least(Map<String, Integer> load) {
        return load.entrySet().stream()
                .min(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
