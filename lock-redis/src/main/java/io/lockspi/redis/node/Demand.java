package io.lockspi.redis.node;

/**
 * How many replicas must confirm what a script wrote. Immutable.
 *
 * @param replicas how many; 0 for none
 * @param millis how long they are waited for, in milliseconds
 */
record Demand(int replicas, long millis) {
    static final Demand NONE = new Demand(0, 0);

    boolean isNone() {
        return replicas == 0;
    }
}
