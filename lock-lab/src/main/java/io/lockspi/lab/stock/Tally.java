package io.lockspi.lab.stock;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a list of sales amounts to. Immutable.
 *
 * @param sold all sales
 * @param distinct how many different tickets were sold
 * @param oversold how many sales went beyond the stock, summed over the trains
 * @param duplicates how many sales were of a ticket that had been sold before
 * @param tokenRegressions how many sales showed a fencing token that was not higher than an earlier sale's of the same
 *     train. Each section sells one ticket, so an equal token is two holders with one token.
 */
public record Tally(int sold, int distinct, int oversold, int duplicates, int tokenRegressions) {

    /**
     * Counts.
     *
     * @param sales in the order in which the stock accepted them
     * @param ticketsOfTrain how many tickets each train had; the first is train 1
     * @return the sums
     */
    public static Tally of(List<Sale> sales, List<Integer> ticketsOfTrain) {
        int distinct = distinctTickets(sales);
        return new Tally(
                sales.size(), distinct, oversold(sales, ticketsOfTrain), sales.size() - distinct, regressions(sales));
    }

    private static int distinctTickets(List<Sale> sales) {
        Set<List<Integer>> seen = new HashSet<>();
        for (Sale sale : sales) {
            seen.add(List.of(sale.train(), sale.ticket()));
        }
        return seen.size();
    }

    private static int oversold(List<Sale> sales, List<Integer> ticketsOfTrain) {
        int beyond = 0;
        for (int train = 1; train <= ticketsOfTrain.size(); train++) {
            int number = train;
            int soldOfTrain =
                    (int) sales.stream().filter(sale -> sale.train() == number).count();
            beyond += Math.max(0, soldOfTrain - ticketsOfTrain.get(train - 1));
        }
        return beyond;
    }

    private static int regressions(List<Sale> sales) {
        Map<Integer, Long> highest = new HashMap<>();
        int backwards = 0;
        for (Sale sale : sales) {
            if (sale.token() == 0) {
                continue;
            }
            Long before = highest.get(sale.train());
            if (before != null && sale.token() <= before) {
                backwards++;
            }
            highest.merge(sale.train(), sale.token(), Math::max);
        }
        return backwards;
    }
}
