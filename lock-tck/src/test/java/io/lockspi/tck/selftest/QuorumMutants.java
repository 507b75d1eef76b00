package io.lockspi.tck.selftest;

import io.lockspi.spi.LockServiceSpi;
import io.lockspi.tck.toy.Panel;
import io.lockspi.tck.toy.PanelSpi;
import io.lockspi.tck.toy.PanelSubject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BiFunction;

/** Back ends on several servers that count wrongly. */
final class QuorumMutants {
    static final List<Mutant> ALL = List.of(
            panel("D06", "every server must agree", EveryServer::new),
            panel("D07", "the slowest server is waited for", WaitsForAll::new),
            panel("D08", "one server is enough", OneIsEnough::new),
            panel("D08", "one server is in the list three times", ThreeAddresses::new),
            panel("D08", "how many servers have the claim is asked, and not looked at", NotLookedAt::new),
            panel("D09", "a renewal needs every server", RenewalNeedsAll::new),
            panel("D10", "a server that failed once is never asked again", WritesOff::new),
            panel("D11", "a release is sent once", ReleasesOnce::new),
            panel("D12", "a renewal is confirmed by those that answer", SilenceIsConsent::new),
            panel("D13", "a renewal that nobody answers is confirmed", SilenceIsConsent::new),
            panel("D14", "servers that are not reached must agree", EveryServer::new),
            panel("D15", "the first server decides about tokens", FirstDecides::new));

    private QuorumMutants() {}

    private static Mutant panel(
            String rule, String name, BiFunction<Panel, AtomicIntegerArray, LockServiceSpi> client) {
        return new Mutant(name, rule, () -> new PanelSubject(client));
    }

    private static final class EveryServer extends PanelSpi {
        EveryServer(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected int neededToAcquire() {
            return 5;
        }
    }

    private static final class WaitsForAll extends PanelSpi {
        WaitsForAll(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected boolean isEnough(int answers) {
            return answers == 5;
        }
    }

    private static final class OneIsEnough extends PanelSpi {
        OneIsEnough(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected int neededToAcquire() {
            return 1;
        }
    }

    private static final class ThreeAddresses extends PanelSpi {
        ThreeAddresses(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected int addresses(int member) {
            return member == 4 ? 3 : 1;
        }
    }

    private static final class NotLookedAt extends PanelSpi {
        NotLookedAt(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected int neededToAcquire() {
            return 0;
        }
    }

    private static final class RenewalNeedsAll extends PanelSpi {
        RenewalNeedsAll(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected int neededToRenew() {
            return 5;
        }
    }

    private static final class SilenceIsConsent extends PanelSpi {
        SilenceIsConsent(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected int neededToRenew() {
            return 0;
        }
    }

    private static final class WritesOff extends PanelSpi {
        private final Set<Integer> written = new HashSet<>();

        WritesOff(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected boolean trusts(int member) {
            return !written.contains(member);
        }

        @Override
        protected void failed(int member) {
            written.add(member);
        }
    }

    private static final class ReleasesOnce extends PanelSpi {
        ReleasesOnce(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected void releaseLater(Panel.Member member, Runnable release) {}
    }

    private static final class FirstDecides extends PanelSpi {
        FirstDecides(Panel panel, AtomicIntegerArray refused) {
            super(panel, refused);
        }

        @Override
        protected long token(List<Panel.Member> agreed, int count) {
            Panel.Member first = agreed.get(0);
            first.remember(first.highest() + count);
            return first.highest();
        }
    }
}
