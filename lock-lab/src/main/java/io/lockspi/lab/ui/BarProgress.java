package io.lockspi.lab.ui;

import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A bar that is redrawn in place, above which remarks stay. */
final class BarProgress implements Progress {
    private static final int REDRAW_MILLIS = 100;
    private static final String LINE_START = "\r";
    private static final String ERASE_TO_LINE_END = "\033[K";

    private final String title;
    private final String unit;
    private final int total;
    private final Screen screen;
    /** Drawn from the first step on, so that the time left is not reckoned from the preparations. */
    private @Nullable ProgressBar bar;

    BarProgress(String title, String unit, int total, Screen screen) {
        this.title = title;
        this.unit = unit;
        this.total = total;
        this.screen = screen;
    }

    @Override
    public synchronized void reached(int done) {
        ProgressBar shown = bar == null ? begin() : bar;
        bar = shown;
        shown.stepTo(Math.min(done, total));
        if (done > total) {
            shown.setExtraMessage(done - total + " too many");
        }
    }

    private ProgressBar begin() {
        return new ProgressBarBuilder()
                .setTaskName(title)
                .setUnit(" " + unit, 1)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                // The library's own consumer moves the cursor by lines and would draw over remarks.
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, screen.columns() - 1))
                .build();
    }

    private void draw(String line) {
        screen.print(LINE_START + line + ERASE_TO_LINE_END);
    }

    @Override
    public void remark(String remark) {
        screen.print(LINE_START + ERASE_TO_LINE_END + title + ": " + remark + System.lineSeparator());
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
            screen.println("");
        }
    }
}
