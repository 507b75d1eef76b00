package io.lockspi.redis.failover;

/** What servers and clients keep to. All of them together are {@code failover=safe} with re-assertion. */
enum Rule {
    /** A grant or a renewal counts only once a majority of the servers has it. */
    ACKNOWLEDGED,
    /** An acknowledgement that is awaited while the server loses or changes its role has failed. */
    ROLE_CHANGE_FAILS,
    /** A master whose epoch is new grants nothing for the longest lease. */
    QUARANTINE,
    /** The quarantine begins once a majority has the new epoch, not when the master first sees that it is new. */
    FROM_ACKNOWLEDGED_EPOCH,
    /** Until then nothing is served, not even a renewal. */
    NOTHING_WHILE_PENDING,
    /** During the quarantine a key that names the asking claim is no grant: it may be an old one, or one passed and never taken. */
    NO_GRANT_BY_OLD_KEY,
    /** The answer to a renewal counts only while the claim is still valid. */
    RENEWAL_IN_TIME,
    /** A client takes the drift of two clocks off what the server promises. */
    DRIFT_MARGIN,
    /** A server seeds tokens by its clock, which is behind by less than the quarantine. */
    CLOCK_SEEDS_TOKENS,
    /** A renewal makes a missing key again. */
    REASSERT,
    /** But only if the server has granted nothing since: its counter is not above the claim's token. */
    REASSERT_BY_COUNTER,
    /** And only if the server's epoch differs from that in which the claim was last confirmed. */
    REASSERT_IN_A_NEW_EPOCH,
    /** A release raises the counter past the claim's tokens, not only to the last of them. */
    RELEASE_RAISES_PAST
}
