package io.lockspi.redlock;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who owns how many nodes, as the answers to one attempt show it. If nobody can reach a majority any more, the smallest
 * attempt id keeps what it has and asks again, and all others give way. It only makes waits shorter. Immutable.
 *
 * @param nodesByOwner how many nodes each attempt owns, by attempt id
 * @param waiting how many nodes may still answer
 * @param majority how many nodes are a majority
 */
record SplitVote(Map<String, Integer> nodesByOwner, int waiting, int majority) {

    static SplitVote of(String own, Votes votes, List<NodeAnswer> answers, int majority) {
        Map<String, Integer> owners = new TreeMap<>();
        if (votes.owned() > 0) {
            owners.put(own, votes.owned());
        }
        for (int node = 0; node < answers.size(); node++) {
            if (votes.isBusy(node)) {
                owners.merge(answers.get(node).text(), 1, Integer::sum);
            }
        }
        return new SplitVote(owners, votes.waiting(), majority);
    }

    /** Somebody owns a majority already. */
    boolean decided() {
        return nodesByOwner.values().stream().anyMatch(nodes -> nodes >= majority);
    }

    /** Several want it, and none of them can get a majority unless another gives way. */
    boolean hopeless() {
        return !nodesByOwner.isEmpty() && nodesByOwner.values().stream().allMatch(nodes -> nodes + waiting < majority);
    }

    /** Whether an attempt is the one that all others make way for. */
    boolean favours(String own) {
        return nodesByOwner.containsKey(own)
                && nodesByOwner.keySet().iterator().next().equals(own);
    }
}
