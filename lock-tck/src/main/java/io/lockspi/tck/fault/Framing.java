package io.lockspi.tck.fault;

/** The framings that come with the proxy. */
public final class Framing {

    /** Whatever one read returns is one message. Answers cannot be told apart. */
    public static final Framer RAW = new RawFramer();

    /** The Redis protocol, versions 2 and 3, and inline commands. */
    public static final Framer RESP = new RespFramer();

    /** A big-endian 4-byte length before each message, as ZooKeeper has it. */
    public static final Framer LENGTH_PREFIXED = new LengthPrefixedFramer();

    private Framing() {}
}
