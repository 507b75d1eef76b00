package io.lockspi.peers;

/** What was known of a peer before the kit ran on it, and the rule that must find it by itself. */
enum KnownFact {
    ORPHAN(
            Peer.RLOCK,
            "L50",
            "an interrupted `RLock.lock()` leaves a lock that nobody owns and the watchdog renews",
            "still held"),
    IGNORED_LEASE(Peer.FENCED, "T11", "`RFencedLock.lockAndGetToken(lease)` ignores the lease", ""),
    TOKEN_OF_REENTRY(Peer.FENCED, "F03", "`RFencedLock` has a new token on re-entry", "the token of a nested acquire"),
    DEAD_SESSION(
            Peer.CURATOR, "D16", "Curator's mutex takes the node of its dead session", "another client got the lock"),
    SAYS_OWNED(Peer.CURATOR, "X03", "Curator's mutex says \"owned\" after its session was ended", "said 'true'"),
    SAYS_OWNED_LATER(Peer.CURATOR, "T39", "... and goes on saying so", "isHeld() is true"),
    SWALLOWED_INTERRUPT(
            Peer.SPRING_SPIN,
            "L45",
            "Spring's timed `tryLock` swallows the interrupt (known of 7.0.0)",
            "CannotAcquireLockException");

    private final Peer peer;
    private final String rule;
    private final String what;
    private final String words;

    KnownFact(Peer peer, String rule, String what, String words) {
        this.peer = peer;
        this.rule = rule;
        this.what = what;
        this.words = words;
    }

    Peer peer() {
        return peer;
    }

    String rule() {
        return rule;
    }

    String what() {
        return what;
    }

    /** Whether a run found it, in words that say so. */
    boolean isFound(Findings found) {
        return found.broken().stream()
                .anyMatch(
                        broken -> broken.rule().equals(rule) && broken.message().contains(words));
    }
}
