package io.lockspi.servers;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** Starts two Redis and three ZooKeeper servers, pauses one of each, says where they are, and waits. */
final class ServerOwnerMain {

    private static final PrintStream OUT = System.out;

    private ServerOwnerMain() {}

    public static void main(String[] arguments) throws IOException {
        RedisServer running = RedisServer.start();
        RedisServer paused = RedisServer.builder().persistence(Persistence.AOF).start();
        ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(3);
        OUT.println(describe(running) + " " + describe(paused));
        OUT.println(ensemble.servers().stream()
                .map(server -> Long.toString(server.pid()))
                .collect(Collectors.joining(" ")));
        paused.pause();
        ensemble.servers().get(0).pause();
        OUT.println("paused");
        System.in.read();
    }

    private static String describe(RedisServer server) {
        String pid = RedisInfo.field(String.valueOf(server.command("INFO", "server")), "process_id");
        Object directory = server.command("CONFIG", "GET", "dir");
        return pid + " " + (directory instanceof List<?> pair ? pair.get(1) : "");
    }
}
