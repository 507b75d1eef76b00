package io.lockspi.tck.toy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ToyServerTest {
    private static final int KILLS = 200;
    private static final int CLIENTS = 4;

    @Test
    void aServerThatWasKilledAnswersNobody() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (int i = 0; i < KILLS; i++) {
                ToyServer server = new ToyServer(new ToyStore(), true);
                AtomicBoolean killed = new AtomicBoolean();
                List<Future<Integer>> answers = new ArrayList<>();
                for (int client = 0; client < CLIENTS; client++) {
                    answers.add(clients.submit(() -> answersAfter(killed, URI.create(server.uri()))));
                }
                server.kill(0);
                killed.set(true);
                for (Future<Integer> answered : answers) {
                    assertThat(answered.get())
                            .as("answers to what was asked after kill %d", i)
                            .isZero();
                }
            }
        } finally {
            clients.shutdownNow();
        }
    }

    /** Asks again and again until the server has been dead for a while. */
    private static int answersAfter(AtomicBoolean killed, URI server) {
        int answers = 0;
        int askedOfTheDead = 0;
        while (askedOfTheDead < 20) {
            boolean dead = killed.get();
            if (ask(server) && dead) {
                answers++;
            }
            askedOfTheDead += dead ? 1 : 0;
        }
        return answers;
    }

    private static boolean ask(URI server) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            socket.getOutputStream().write("1 P\n".getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine()
                    != null;
        } catch (IOException dead) {
            return false;
        }
    }
}
