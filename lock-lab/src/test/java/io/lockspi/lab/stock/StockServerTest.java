package io.lockspi.lab.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.StaleTokenException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StockServerTest {
    private final AtomicInteger shown = new AtomicInteger();
    private final Stock stock = new Stock(7, 3, shown::set);
    private StockServer server;
    private StockClient anna;
    private StockClient ben;

    @BeforeEach
    void open() throws IOException {
        server = StockServer.start(stock);
        anna = new StockClient(server.port(), 1);
        ben = new StockClient(server.port(), 2);
    }

    @AfterEach
    void close() throws IOException {
        anna.close();
        ben.close();
        server.close();
    }

    @Test
    void ticketsAreSpreadEvenlyAndTheFirstTrainsTakeTheRest() {
        assertThat(anna.read(1)).isEqualTo(3);
        assertThat(anna.read(2)).isEqualTo(2);
        assertThat(anna.read(3)).isEqualTo(2);
    }

    @Test
    void aSaleIsWrittenAndRecorded() {
        anna.sell(2, anna.read(2), 0);
        assertThat(ben.read(2)).isEqualTo(1);
        assertThat(stock.sales()).singleElement().satisfies(sale -> {
            assertThat(sale.train()).isEqualTo(2);
            assertThat(sale.ticket()).isEqualTo(2);
            assertThat(sale.seller()).isEqualTo(1);
        });
        assertThat(shown).hasValue(1);
    }

    @Test
    void nothingKeepsTwoSellersFromSellingTheSameTicket() {
        int seenByAnna = anna.read(1);
        int seenByBen = ben.read(1);
        anna.sell(1, seenByAnna, 0);
        ben.sell(1, seenByBen, 0);
        assertThat(stock.tally().duplicates()).isEqualTo(1);
        assertThat(anna.read(1)).isEqualTo(2);
    }

    @Test
    void aWriteWithALowerTokenIsRefusedAndChangesNothing() {
        ben.guard(1).raise(9);
        assertThatThrownBy(() -> anna.sell(1, 3, 8))
                .isInstanceOf(StaleTokenException.class)
                .hasMessageContaining("train 1")
                .hasMessageContaining("9");
        assertThat(anna.read(1)).isEqualTo(3);
        assertThat(stock.sold()).isZero();
        assertThat(stock.staleWritesRefused()).isEqualTo(1);
    }

    @Test
    void raisingALowerTokenIsRefused() {
        ben.sell(1, 3, 9);
        assertThatThrownBy(() -> anna.guard(1).raise(8)).isInstanceOf(StaleTokenException.class);
        assertThat(stock.highestToken(1)).isEqualTo(9);
    }

    @Test
    void aTokenOfOneTrainDoesNotCountForAnother() {
        ben.guard(1).raise(9);
        anna.sell(2, 2, 8);
        assertThat(stock.sold()).isEqualTo(1);
    }

    @Test
    void aRefusalOfAClaimThatIsStillValidCountsAsARegression() {
        anna.reportRefusedWhileHeld();
        assertThat(stock.tally().tokenRegressions()).isEqualTo(1);
    }

    @Test
    void nonsenseIsAnsweredWithAnErrorAndSellsNothing() {
        assertThat(server.answer("BUY 1")).startsWith("ERROR");
        assertThat(server.answer("READ 4")).startsWith("ERROR");
        assertThat(server.answer("READ")).startsWith("ERROR");
        assertThat(server.answer("WRITE 1 1 x 1 1")).startsWith("ERROR");
        assertThat(stock.sold()).isZero();
    }

    @Test
    void waitingEndsAtTheDeadline() throws InterruptedException {
        assertThat(stock.await(() -> stock.sold() > 0, Duration.ofMillis(20))).isFalse();
    }

    @Test
    void waitingEndsWithTheSaleThatWasWaitedFor() throws InterruptedException {
        Thread seller = new Thread(() -> anna.sell(1, 3, 0));
        // The sale begins only when the wait has begun.
        assertThat(stock.await(() -> beginOnce(seller) && stock.sold() > 0, Duration.ofSeconds(10)))
                .isTrue();
        seller.join();
    }

    private static boolean beginOnce(Thread thread) {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        return true;
    }
}
