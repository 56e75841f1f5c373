package io.fairway.api.forecast;

/** The assumption about the association's own running jobs. All other jobs go on, and none starts. */
public enum Condition {
    /** They stop now. */
    STOPS("if its running jobs stop now"),
    /** They end at their time limits. */
    DRAINS("if its running jobs end at their time limits"),
    /** They go on. */
    CONTINUES("if its running jobs go on");

    private final String words;

    Condition(String words) {
        this.words = words;
    }

    String words() {
        return words + ", all other jobs go on, and none starts";
    }
}
