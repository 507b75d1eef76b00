package io.lockspi.lab.ui;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that is redrawn in place. */
final class BarProgress implements Progress {
    private static final int REDRAW_MILLIS = 100;
    private final ProgressBar bar;
    private final Screen screen;
    private final String title;

    BarProgress(String title, String unit, int total, Screen screen) {
        this.title = title;
        this.screen = screen;
        this.bar = new ProgressBarBuilder()
                .setTaskName(title)
                .setUnit(" " + unit, 1)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                .build();
    }

    @Override
    public void reached(int done) {
        bar.stepTo(done);
    }

    @Override
    public void remark(String remark) {
        bar.pause();
        screen.println(System.lineSeparator() + title + ": " + remark);
        bar.resume();
    }

    @Override
    public void close() {
        bar.close();
    }
}
