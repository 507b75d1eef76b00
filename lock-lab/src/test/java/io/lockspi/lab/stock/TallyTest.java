package io.lockspi.lab.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static final List<Integer> TWO_TRAINS = List.of(2, 1);

    @Test
    void everyTicketOnceIsNothingToComplainAbout() {
        List<Sale> sales = List.of(sale(1, 2, 10), sale(2, 1, 5), sale(1, 1, 11));
        assertThat(Tally.of(sales, TWO_TRAINS)).isEqualTo(new Tally(3, 3, 0, 0, 0));
    }

    @Test
    void aTicketThatIsSoldAgainIsADuplicateAndGoesBeyondTheStock() {
        List<Sale> sales = List.of(sale(1, 2, 0), sale(1, 2, 0), sale(1, 1, 0), sale(2, 1, 0));
        assertThat(Tally.of(sales, TWO_TRAINS)).isEqualTo(new Tally(4, 3, 1, 1, 0));
    }

    @Test
    void aDuplicateWithinTheStockIsNotOversold() {
        List<Sale> sales = List.of(sale(1, 2, 0), sale(1, 2, 0));
        assertThat(Tally.of(sales, TWO_TRAINS)).isEqualTo(new Tally(2, 1, 0, 1, 0));
    }

    @Test
    void oneTrainsLeftoversDoNotHideAnothersOversell() {
        List<Sale> sales = List.of(sale(2, 1, 0), sale(2, 1, 0));
        assertThat(Tally.of(sales, TWO_TRAINS).oversold()).isEqualTo(1);
    }

    @Test
    void theSameTicketNumberOfTwoTrainsIsTwoTickets() {
        List<Sale> sales = List.of(sale(1, 1, 0), sale(2, 1, 0));
        assertThat(Tally.of(sales, TWO_TRAINS).duplicates()).isZero();
    }

    @Test
    void aLowerTokenIsARegressionEachTimeItIsBelowTheHighest() {
        List<Sale> sales = List.of(sale(1, 3, 7), sale(1, 2, 5), sale(1, 1, 6));
        assertThat(Tally.of(sales, List.of(3)).tokenRegressions()).isEqualTo(2);
    }

    @Test
    void anEqualTokenOfAnotherSaleIsARegression() {
        List<Sale> sales = List.of(sale(1, 2, 7), sale(1, 1, 7));
        assertThat(Tally.of(sales, TWO_TRAINS).tokenRegressions()).isEqualTo(1);
    }

    @Test
    void tokensOfDifferentTrainsAreNotCompared() {
        List<Sale> sales = List.of(sale(1, 1, 7), sale(2, 1, 3));
        assertThat(Tally.of(sales, TWO_TRAINS).tokenRegressions()).isZero();
    }

    @Test
    void salesWithoutATokenAreNoRegression() {
        List<Sale> sales = List.of(sale(1, 2, 0), sale(1, 1, 0));
        assertThat(Tally.of(sales, TWO_TRAINS).tokenRegressions()).isZero();
    }

    private static Sale sale(int train, int ticket, long token) {
        return new Sale(train, ticket, 1, token, 0);
    }
}
