package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.SocketException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FaultProxyConnectionTest extends ProxyFixture {

    @Test
    void finIsReadAsTheEndOfTheStream() throws Exception {
        client.ask("a");
        proxy.cut(Cut.FIN);
        assertThat(client.receive()).isNull();
        assertThat(received()).isEqualTo("a");
        assertThat(received()).isEqualTo("EOF");
        assertThat(proxy.openConnections()).isZero();
    }

    @Test
    void resetFailsTheClientsRead() throws Exception {
        client.ask("a");
        proxy.cut(Cut.RST);
        assertThatThrownBy(() -> client.receive()).isInstanceOf(SocketException.class);
    }

    @Test
    void cutReachesOnlyTheNamedConnection() throws Exception {
        Hook first = proxy.after(Match.request(), message -> {});
        client.ask("a");
        try (LineClient other = new LineClient(proxy.port())) {
            other.ask("b");
            proxy.cut(first.awaitFired(SOON).connection(), Cut.FIN);
            assertThat(client.receive()).isNull();
            assertThat(other.ask("c")).isEqualTo("+c");
        }
    }

    @Test
    void clientMayReconnectAfterACut() throws Exception {
        client.ask("a");
        proxy.cut(Cut.RST);
        try (LineClient again = new LineClient(proxy.port())) {
            assertThat(again.ask("b")).isEqualTo("+b");
        }
        assertThat(proxy.acceptedConnections()).isEqualTo(2);
    }

    @Test
    void orderlyCloseOfTheClientReachesTheServer() throws Exception {
        client.ask("a");
        client.close();
        assertThat(received()).isEqualTo("a");
        assertThat(received()).isEqualTo("EOF");
        proxy.awaitOpenConnections(0, SOON);
    }

    @Test
    void orderlyCloseOfTheServerReachesTheClient() throws Exception {
        client.ask("a");
        server.close();
        assertThat(client.receive()).isNull();
    }

    @Test
    void refusedClientsMayComeBackOnTheSamePort() throws Exception {
        client.ask("a");
        int port = proxy.port();
        proxy.refuseConnections();
        assertThatThrownBy(() -> new LineClient(port).close()).isInstanceOf(ConnectException.class);
        assertThat(client.ask("b")).isEqualTo("+b");

        proxy.heal();
        try (LineClient again = new LineClient(port)) {
            assertThat(again.ask("c")).isEqualTo("+c");
        }
    }

    @Test
    void twoProxiesNeverShareAPort() throws Exception {
        try (FaultProxy other = FaultProxy.to("127.0.0.1", server.port(), Framing.RAW)) {
            assertThat(other.port()).isNotEqualTo(proxy.port());
            proxy.refuseConnections();
            try (FaultProxy third = FaultProxy.to("127.0.0.1", server.port(), Framing.RAW)) {
                assertThat(third.port()).isNotIn(proxy.port(), other.port());
            }
        }
    }

    @Test
    void closeLeavesNoThreadAndNoPort() throws Exception {
        proxy.set(Direction.REQUESTS, Mode.HOLD);
        client.send("held");
        proxy.awaitRequests(1, SOON);
        proxy.refuseConnections();
        assertThat(threads()).isNotEmpty();

        proxy.close();
        assertThat(threads()).isEmpty();
        assertThatThrownBy(() -> new LineClient(proxy.port()).close()).isInstanceOf(ConnectException.class);
    }

    private List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("fault-proxy-" + proxy.port()))
                .toList();
    }

    @Test
    void keepsEveryByteOfALongStreamUnderChangingModes() throws Exception {
        Random random = new Random(42);
        Thread saboteur = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                proxy.set(Direction.REQUESTS, random.nextBoolean() ? Mode.HOLD : Mode.PASS);
                proxy.set(Direction.REPLIES, random.nextBoolean() ? Mode.HOLD : Mode.delay(SHORT.dividedBy(1000)));
                proxy.set(Direction.REQUESTS, Mode.PASS);
                proxy.set(Direction.REPLIES, Mode.PASS);
            }
        });
        saboteur.start();
        try {
            for (int i = 0; i < 500; i++) {
                client.send("x" + i, "y" + i);
                assertThat(client.receive()).isEqualTo("+x" + i);
                assertThat(client.receive()).isEqualTo("+y" + i);
            }
        } finally {
            saboteur.interrupt();
            saboteur.join();
        }
    }
}
