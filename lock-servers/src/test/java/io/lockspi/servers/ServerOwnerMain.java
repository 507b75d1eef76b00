package io.lockspi.servers;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Starts two servers, pauses one, says where they are, and waits. */
final class ServerOwnerMain {

    private static final PrintStream OUT = System.out;

    private ServerOwnerMain() {}

    public static void main(String[] arguments) throws IOException {
        RedisServer running = RedisServer.start();
        RedisServer paused = RedisServer.builder().persistence(Persistence.AOF).start();
        OUT.println(describe(running) + " " + describe(paused));
        paused.pause();
        OUT.println("paused");
        System.in.read();
    }

    private static String describe(RedisServer server) {
        String pid = RedisInfo.field(String.valueOf(server.command("INFO", "server")), "process_id");
        Object directory = server.command("CONFIG", "GET", "dir");
        return pid + " " + (directory instanceof List<?> pair ? pair.get(1) : "");
    }
}
