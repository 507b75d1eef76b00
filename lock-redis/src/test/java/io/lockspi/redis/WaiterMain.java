package io.lockspi.redis;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/** A process that takes one lock and keeps it: {@code URI NAME}. Says {@code asking} and {@code holding}. */
final class WaiterMain {
    private WaiterMain() {}

    /** Runs until it is killed. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        DistributedLock lock = LockService.open(args[0]).getLock(args[1]);
        out.println("asking");
        lock.lock();
        try {
            out.println("holding");
            while (true) {
                LockSupport.park();
            }
        } finally {
            lock.unlock();
        }
    }
}
