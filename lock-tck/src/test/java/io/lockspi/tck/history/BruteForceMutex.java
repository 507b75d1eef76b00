package io.lockspi.tck.history;

import java.util.List;

/**
 * Decides by trying all orders whether operations can have taken effect one after the other on a mutex that knows its
 * owner. For a few operations only.
 */
final class BruteForceMutex {
    /**
     * One operation.
     *
     * @param owner whose
     * @param acquire true to acquire, false to release
     * @param from it takes effect after this
     * @param to and before this
     * @param optional whether it may never have taken effect
     */
    record Operation(int owner, boolean acquire, long from, long to, boolean optional) {}

    private static final int FREE = -1;

    private final List<Operation> operations;

    BruteForceMutex(List<Operation> operations) {
        this.operations = operations;
    }

    boolean isLinearizable() {
        return search(0, FREE);
    }

    private boolean search(int done, int holder) {
        long limit = Long.MAX_VALUE;
        boolean complete = true;
        for (int i = 0; i < operations.size(); i++) {
            if ((done & 1 << i) == 0 && !operations.get(i).optional()) {
                limit = Math.min(limit, operations.get(i).to());
                complete = false;
            }
        }
        if (complete) {
            return true;
        }
        for (int i = 0; i < operations.size(); i++) {
            Operation next = operations.get(i);
            if ((done & 1 << i) == 0 && next.from() <= limit && fits(next, holder)) {
                if (search(done | 1 << i, next.acquire() ? next.owner() : FREE)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean fits(Operation next, int holder) {
        return next.acquire() ? holder == FREE : holder == next.owner();
    }
}
