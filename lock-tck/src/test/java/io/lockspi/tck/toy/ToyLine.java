package io.lockspi.tck.toy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client's connection: opened when it is needed, given up when it is broken. Thread-safe. */
final class ToyLine {
    private final InetSocketAddress address;
    private final int connectMillis;
    private final Consumer<String> news;
    private final ThreadPoolExecutor writer;
    private final AtomicLong next = new AtomicLong();
    private volatile @Nullable Link link;
    private volatile boolean closed;

    /** One TCP connection with the requests that wait for an answer on it. */
    private record Link(Socket socket, Map<Long, CompletableFuture<String>> pending) {
        void fail(IOException why) {
            try {
                socket.close();
            } catch (IOException gone) {
                // It is closed all the same.
            }
            pending.values().forEach(answer -> answer.completeExceptionally(why));
        }
    }

    ToyLine(InetSocketAddress address, int connectMillis, Consumer<String> news) {
        this.address = address;
        this.connectMillis = connectMillis;
        this.news = news;
        this.writer = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "toy-writer");
            thread.setDaemon(true);
            return thread;
        });
        writer.allowCoreThreadTimeOut(true);
    }

    CompletableFuture<String> ask(String request) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        if (closed) {
            answer.completeExceptionally(new IOException("closed"));
        } else {
            writer.execute(() -> send(request, answer));
        }
        return answer;
    }

    private void send(String request, CompletableFuture<String> answer) {
        long id = next.incrementAndGet();
        try {
            Link current = link != null && !link.socket().isClosed() ? link : connect();
            current.pending().put(id, answer);
            var unused =
                    answer.whenComplete((text, failure) -> current.pending().remove(id));
            try {
                current.socket().getOutputStream().write((id + " " + request + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException broken) {
                current.fail(broken);
            }
        } catch (IOException broken) {
            answer.completeExceptionally(broken);
        }
    }

    private Link connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(address, connectMillis);
        socket.setTcpNoDelay(true);
        Link fresh = new Link(socket, new ConcurrentHashMap<>());
        link = fresh;
        Thread reader = new Thread(() -> read(fresh), "toy-reader");
        reader.setDaemon(true);
        reader.start();
        news.accept("");
        return fresh;
    }

    private void read(Link from) {
        try (BufferedReader answers =
                new BufferedReader(new InputStreamReader(from.socket().getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                int space = line.indexOf(' ');
                if (line.startsWith("!")) {
                    news.accept(line.substring(2));
                    continue;
                }
                CompletableFuture<String> answer = from.pending().get(Long.parseLong(line.substring(0, space)));
                if (answer != null) {
                    answer.complete(line.substring(space + 1));
                }
            }
            from.fail(new IOException("the server closed the connection"));
        } catch (IOException broken) {
            from.fail(broken);
        }
    }

    /** Gives up a connection on which a request was not answered in time. */
    void giveUp() {
        Link current = link;
        if (current != null) {
            current.fail(new IOException("no answer in time"));
        }
    }

    ExecutorService close() {
        closed = true;
        writer.shutdown();
        giveUp();
        return writer;
    }
}
