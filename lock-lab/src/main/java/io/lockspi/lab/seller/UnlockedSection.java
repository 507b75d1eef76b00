package io.lockspi.lab.seller;

import io.lockspi.lab.stock.StockClient;

/** Read, think, write, with nobody taking turns: what goes wrong is what the lab wants to show. */
final class UnlockedSection implements Section {
    private static final long NO_TOKEN = 0;
    private final StockClient stock;
    private final ThinkTime think;

    UnlockedSection(StockClient stock, ThinkTime think) {
        this.stock = stock;
        this.think = think;
    }

    @Override
    public boolean sellOne(int train) {
        int remaining = stock.read(train);
        if (remaining <= 0) {
            return false;
        }
        think.pass();
        stock.sell(train, remaining, NO_TOKEN);
        return true;
    }

    @Override
    public int locksLost() {
        return 0;
    }
}
