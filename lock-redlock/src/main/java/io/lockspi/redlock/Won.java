package io.lockspi.redlock;

import java.util.List;

/**
 * What a grant remembers of its election. Immutable.
 *
 * @param id the attempt that won
 * @param answers what each node had said by then
 */
record Won(AttemptId id, List<NodeAnswer> answers) {
    Won {
        answers = List.copyOf(answers);
    }

    /** Whether a node had answered the acquire, or certainly never got it. */
    boolean answered(int node) {
        return answers.get(node).replied() || answers.get(node).untouched();
    }
}
