package io.lockspi.rules.bad;

import java.util.concurrent.TimeUnit;

/** Sleeps, prints, and can be extended by chance. */
public class Habits {
    public void thread() throws InterruptedException {
        Thread.sleep(1);
    }

    public void unit() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }

    @SuppressWarnings("SystemOut")
    public void out() {
        System.out.println();
    }

    @SuppressWarnings("SystemOut")
    public void err() {
        System.err.println();
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    public void trace(Exception e) {
        e.printStackTrace();
    }
}
