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
    /** Whether the goal is met now. */
    public boolean holds() {
        return direction == Direction.HOLDS || (direction == Direction.THERE && reached);
    }

    /** The direction in which it passes the goal. */
    public enum Direction {
        /** To a higher factor, or to a place nearer to the front. */
        RISES,
        /** To a lower factor, or to a place further back. */
        FALLS,
        /** It is at the goal now. */
        THERE,
        /** It is beyond the goal now, with a higher factor or nearer to the front, and stays so. */
        HOLDS
    }
}
