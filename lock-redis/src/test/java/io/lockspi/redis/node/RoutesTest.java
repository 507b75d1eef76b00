package io.lockspi.redis.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {
    private static final LockConfig.Host ASKED = new LockConfig.Host("asked", 1);
    private static final String OLD_VIEW = """
            aa 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-5460
            bb 10.0.0.2:7000@17000,b.example.org master - 0 0 2 connected 5461-10922 [5500->-aa]
            cc 10.0.0.3:7000@17000 master - 0 0 3 connected 10923-16383
            dd 10.0.0.4:7000@17000 slave aa 0 0 1 connected
            ee 10.0.0.5:7000@17000 slave aa 0 0 1 connected
            """;
    /** Another has taken the first one's place, slot 7 has moved alone, and one server does not know its own address. */
    private static final String NEW_VIEW = """
            aa 10.0.0.1:7000@17000 master,fail - 0 0 1 disconnected
            bb 10.0.0.2:7000@17000 master - 0 0 2 connected 5461-10922
            cc :7000@17000 myself,master - 0 0 5 connected 7 10923-16383
            dd 10.0.0.4:7000@17000 master - 0 0 4 connected 0-6 8-5460
            ee 10.0.0.5:7000@17000 slave dd 0 0 4 connected
            """;

    @ParameterizedTest
    @CsvSource({
        "foo, 12182",
        "{foo}:lock, 12182",
        "lockspi:{foo}:fence, 12182",
        "'', 0",
        "a{}b, 13694",
        "{a, 10276",
        "x{}{foo}, 9729"
    })
    void slotsAreThoseOfTheServer(String key, int slot) {
        assertThat(Routes.slot(key)).isEqualTo(slot);
    }

    @Test
    void viewNamesMastersWithTheirSlotsAndReplicas() {
        Routes routes = ClusterView.newest(List.of(ClusterView.parse(OLD_VIEW, ASKED)));
        assertThat(at(routes, 0)).isEqualTo("10.0.0.1:7000 with 2");
        assertThat(at(routes, 5500)).isEqualTo("10.0.0.2:7000 with 0");
        assertThat(at(routes, 16_383)).isEqualTo("10.0.0.3:7000 with 0");
        assertThat(routes.all()).hasSize(3);
    }

    @Test
    void newestClaimToASlotCountsWhoeverTellsOfItFirst() {
        ClusterView old = ClusterView.parse(OLD_VIEW, ASKED);
        ClusterView recent = ClusterView.parse(NEW_VIEW, ASKED);
        for (Routes routes :
                List.of(ClusterView.newest(List.of(old, recent)), ClusterView.newest(List.of(recent, old)))) {
            assertThat(at(routes, 0)).isEqualTo("10.0.0.4:7000 with 1");
            assertThat(at(routes, 7)).isEqualTo("asked:7000 with 0");
            assertThat(at(routes, 6000)).isEqualTo("10.0.0.2:7000 with 0");
        }
    }

    @Test
    void slotThatNobodyServesHasNoMaster() {
        Routes routes = ClusterView.newest(
                List.of(ClusterView.parse("aa 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-99", ASKED)));
        assertThat(routes.of("foo")).isNull();
    }

    /** By way of a key, since that is how routes are asked. */
    private static String at(Routes routes, int slot) {
        int number = 0;
        while (Routes.slot("key-" + number) != slot) {
            number++;
        }
        Route route = Objects.requireNonNull(routes.of("key-" + number));
        return route.host() + " with " + route.replicas();
    }
}
