package io.lockspi.lab.compare;

import java.net.InetSocketAddress;
import java.util.List;

/** The servers of one topology, and what can be done to them. For one thread. */
interface Stage extends AutoCloseable {
    /** What clients connect with who want that setting. */
    String uri(Setting setting);

    /** All addresses by which clients reach servers. */
    List<InetSocketAddress> addresses();

    /** Whether clients also go to addresses that servers tell them. */
    default boolean tellsAddresses() {
        return false;
    }

    /** Does what must be done before the claim that the fault is to meet. */
    default void prepare(Fault fault, Steps steps) {}

    /** Does it to the servers, with steps; begins with {@link Steps.Moment#STRIKE}. Client faults never come here. */
    void strike(Fault fault, Steps steps) throws InterruptedException;

    /** Whether a fault takes servers away until {@link #comeBack}. */
    boolean takesAway(Fault fault);

    /** Lets servers come back that the fault has taken away for a time; does not wait until they are well. */
    default void comeBack(Fault fault, Steps steps) {}

    /**
     * Waits until all is as before the fault.
     *
     * @return false if it never will be, so that another run needs a new stage
     */
    boolean heal(Fault fault);

    @Override
    void close();
}
