package io.fairway.api.forecast;

/**
 * When an association passes a goal.
 *
 * @param reached whether it does, if the condition holds
 * @param at the first instant after passing, epoch milliseconds; -1 = never
 * @param factorNow its factor now; not a number if it has none
 * @param placeNow its place now; 0 if it has none
 * @param reason the forecast as a sentence
 */
public record Forecast(boolean reached, long at, double factorNow, long placeNow, Direction direction, String reason) {
    /** The direction in which it passes the goal. */
    public enum Direction {
        /** To a higher factor, or to a place nearer to the front. */
        RISES,
        /** To a lower factor, or to a place further back. */
        FALLS,
        /** It is at the goal now. */
        THERE
    }
}
