package io.lockspi.redis.model;

/** A rule left out or bent. Each must show as a violation, or the model proves nothing. */
public enum Weakness {
    /** A client believes the message that tells of a passed lock, instead of the answer to its own attempt. */
    MESSAGE_IS_A_GRANT,
    /** Validity is counted from the arrival of the answer, not from the sending of the request. */
    VALIDITY_FROM_THE_ANSWER,
    /** A release frees the lock whoever holds it. */
    RELEASE_WITHOUT_OWNER_CHECK,
    /** A renewal prolongs the lock whoever holds it. */
    RENEWAL_WITHOUT_OWNER_CHECK,
    /** A renewal makes a key that is missing. */
    RENEWAL_MAKES_A_MISSING_KEY,
    /** A renewal makes a missing key if the counter shows no later grant, and a release does not raise the counter. */
    GUARDED_RENEWAL_WITHOUT_RAISED_COUNTER,
    /** No weakness: as above, and the release raises the counter past the claim's block, as it always does. */
    GUARDED_RENEWAL_WITH_RAISED_COUNTER,
    /** A client asks again with the same claim id after it sent a release for it. */
    SAME_ID_AFTER_A_RELEASE,
    /** The release of an acquire that was never answered leaves no mark against it. */
    NO_TOMBSTONE,
    /** Dead heads stay in the queue until they ask again. */
    DEAD_HEADS_ARE_KEPT,
    /** A passed lock waits for its receiver for ever. */
    PASSED_LOCK_DOES_NOT_EXPIRE,
    /** A passed lock keeps the tokens of the claim before. */
    PASSED_LOCK_KEEPS_THE_TOKEN,
    /** A grant raises the counter by one token only, whatever the size of its block. */
    BLOCKS_OVERLAP,
    /** A waiter that was told "held" waits for the message and never asks by itself. */
    NO_POLL,
    /** A waiter that gives up sends no release. */
    GIVES_UP_WITHOUT_RELEASE,
    /** A waiter takes a free lock although others wait longer. */
    WAITER_IGNORES_THE_QUEUE,
    /** An acquire of the owner is counted once more, and needs one more release. */
    ACQUIRE_IS_COUNTED_TWICE
}
