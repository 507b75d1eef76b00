package io.lockspi.lab.seller;

/** What the lab can tell a seller, one line each. */
public enum SellerCommand {
    /** Where the locks are; the URI follows after a space. Sent first, and only if there are locks. */
    URI,
    /** Begin to sell. */
    START,
    /** Stop inside the next section. */
    HOLD,
    /** Go on after the stop. */
    GO
}
