package io.lockspi.tck.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A line server behind a proxy, and a client in front of it. */
abstract class ProxyFixture {

    static final Duration SOON = Duration.ofSeconds(10);
    static final Duration SHORT = Duration.ofMillis(100);

    @SuppressWarnings("NullAway.Init")
    LineServer server;

    @SuppressWarnings("NullAway.Init")
    FaultProxy proxy;

    @SuppressWarnings("NullAway.Init")
    LineClient client;

    @BeforeEach
    void open() throws IOException {
        server = new LineServer();
        proxy = FaultProxy.to("127.0.0.1", server.port(), Framing.RESP);
        client = new LineClient(proxy.port());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        proxy.close();
        server.close();
    }

    /** What the server received next, or null if nothing came in time. */
    @Nullable
    String received(Duration timeout) throws InterruptedException {
        return server.received.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Nullable
    String received() throws InterruptedException {
        return received(SOON);
    }
}
