package io.lockspi.redis;

import io.lockspi.spi.Grant;

/**
 * In which epoch a claim was confirmed last: what the back end keeps beside a grant. A renewal that finds the claim missing
 * brings it back only in another epoch. Thread-safe.
 */
final class Confirmation {
    private volatile String epoch;

    Confirmation(String epoch) {
        this.epoch = epoch;
    }

    /** The epoch of a grant's last confirmation; empty if none is known. */
    static String epochOf(Grant grant) {
        return grant.attachment() instanceof Confirmation known ? known.epoch : "";
    }

    /** Notes that a master of this epoch has confirmed the claim. */
    static void confirm(Grant grant, String epoch) {
        if (grant.attachment() instanceof Confirmation known) {
            known.epoch = epoch;
        }
    }
}
