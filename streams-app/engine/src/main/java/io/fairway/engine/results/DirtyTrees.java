package io.fairway.engine.results;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The share trees that changed since their last evaluation, each with the cause and the policies that see it. */
final class DirtyTrees {
    private final Map<String, Touch> byTree = new HashMap<>();
    /** What touched every tree there is; which they are is asked only when they are handed out. */
    private @Nullable Touch everywhere;

    /**
     * A tree that changed.
     *
     * @param policies that see the change; null = all
     */
    record Touch(String cause, @Nullable Set<String> policies) {
        boolean concerns(String policy) {
            return policies == null || policies.contains(policy);
        }
    }

    /** Receives each tree that changed. */
    interface Action {
        void accept(String tree, Touch touch);
    }

    /** A tree changed under every policy. */
    void put(String tree, String cause) {
        byTree.put(tree, new Touch(cause, null));
    }

    /** A tree changed, and some policies see it. */
    void put(String tree, String cause, Set<String> policies) {
        Touch touch = byTree.get(tree);
        if (touch == null) {
            byTree.put(tree, new Touch(cause, policies));
        } else if (touch.policies() != null) {
            Set<String> both = new HashSet<>(touch.policies());
            both.addAll(policies);
            byTree.put(tree, new Touch(cause, both));
        }
    }

    /** Every tree changed, and some policies see it. */
    void putEverywhere(String cause, Set<String> policies) {
        Set<String> all = new HashSet<>(policies);
        if (everywhere != null && everywhere.policies() != null) {
            all.addAll(everywhere.policies());
        }
        everywhere = new Touch(cause, all);
    }

    /** Time went on. Every policy sees that, but a known change is the better cause. */
    void passTime(String tree) {
        Touch touch = byTree.get(tree);
        byTree.put(tree, new Touch(touch == null ? "time" : touch.cause(), null));
    }

    boolean isEmpty() {
        return byTree.isEmpty() && everywhere == null;
    }

    /**
     * Hands out the trees in the order of their names, and forgets them.
     *
     * @param all every tree there is
     */
    void take(Supplier<Set<String>> all, Action action) {
        Touch each = everywhere;
        everywhere = null;
        if (each != null && each.policies() != null) {
            for (String tree : all.get()) {
                put(tree, each.cause(), each.policies());
            }
        }
        Map<String, Touch> taken = new TreeMap<>(byTree);
        byTree.clear();
        taken.forEach(action::accept);
    }
}
