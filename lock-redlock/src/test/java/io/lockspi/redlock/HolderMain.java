package io.lockspi.redlock;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A process that takes a lock and keeps it: {@code URI NAME}. Says its token, and for each line that it reads whether it holds. */
@SuppressWarnings("LockNotBeforeTry") // it never unlocks
final class HolderMain {
    private HolderMain() {}

    /** Runs until it is killed. */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        DistributedLock lock = LockService.open(args[0]).getLock(args[1]);
        lock.lock();
        out.println("token " + lock.fencingToken());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            out.println("held " + lock.isHeldByCurrentThread());
        }
    }
}
