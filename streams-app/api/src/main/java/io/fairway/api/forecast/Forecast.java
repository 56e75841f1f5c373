package io.fairway.api.forecast;

/**
 * When an association passes a goal.
 *
 * @param reached whether it does, as long as the condition holds
 * @param at the first instant at which it has, epoch milliseconds; -1 = never
 * @param factorNow its factor now; not a number where it has none
 * @param placeNow its place now; 0 where it has none
 * @param reason a sentence
 */
public record Forecast(boolean reached, long at, double factorNow, long placeNow, Direction direction, String reason) {
    /** Which way the goal is passed. */
    public enum Direction {
        /** To a higher factor, or a place further in front. */
        RISES,
        /** To a lower factor, or a place further behind. */
        FALLS,
        /** It is just there now. */
        THERE
    }
}
