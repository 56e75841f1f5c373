package io.fairway.api.forecast;

/** A factor or a place for an association to pass. */
public sealed interface Goal {
    /** A factor; a number. */
    record Factor(double value) implements Goal {
        public Factor {
            if (Double.isNaN(value)) {
                throw new IllegalArgumentException("factor " + value + ": must be a number");
            }
        }
    }

    /**
     * A place among the users of the tree, see {@link io.fairway.api.why.Places}.
     *
     * @param value at least 1
     */
    record Place(long value) implements Goal {
        public Place {
            if (value < 1) {
                throw new IllegalArgumentException("place " + value + ": must be at least 1; place 1 is served first");
            }
        }
    }
}
