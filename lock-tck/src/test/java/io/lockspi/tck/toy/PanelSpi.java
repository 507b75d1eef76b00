package io.lockspi.tck.toy;

import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiEvents;
import io.lockspi.tck.toy.Panel.Member;
import io.lockspi.tck.toy.Panel.Place;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Locks on a majority of a {@link Panel}. A broken one overrides one of the small methods. */
public class PanelSpi implements LockServiceSpi {
    private static final Duration SOON = Duration.ofMillis(20);

    private final Panel panel;
    private final AtomicIntegerArray refused;

    /** A client; {@code refused} has a 1 for each member that it does not reach. */
    public PanelSpi(Panel panel, AtomicIntegerArray refused) {
        this.panel = panel;
        this.refused = refused;
    }

    // ---- the small methods ---------------------------------------------------------------------------------------

    /** How many members must agree to a grant. */
    protected int neededToAcquire() {
        return Panel.SIZE / 2 + 1;
    }

    /** How many members must confirm a renewal. */
    protected int neededToRenew() {
        return Panel.SIZE / 2 + 1;
    }

    /** Whether these answers are waited for no longer. */
    protected boolean isEnough(int answers) {
        return true;
    }

    /** Whether a member counts that answers. */
    protected boolean trusts(int member) {
        return true;
    }

    /** How many of the addresses in its list lead to a member. */
    protected int addresses(int member) {
        return 1;
    }

    /** A member that is not reached while most are. */
    protected void failed(int member) {}

    /** A token above all that these members gave out. */
    protected long token(List<Member> agreed, int count) {
        return agreed.stream().mapToLong(Member::highest).max().orElse(0) + count;
    }

    /** A release that a member does not hear now. */
    protected void releaseLater(Member member, Runnable release) {
        member.whenItAnswers(release);
    }

    // ---- the back end --------------------------------------------------------------------------------------------

    private List<Member> reached(Member[] members) {
        List<Member> reached = new ArrayList<>();
        for (int i = 0; i < members.length; i++) {
            if (members[i].answers() && refused.get(i) == 0 && trusts(i)) {
                reached.addAll(Collections.nCopies(addresses(i), members[i]));
            }
        }
        for (int i = 0; i < members.length && reached.size() > Panel.SIZE / 2; i++) {
            if (!reached.contains(members[i])) {
                failed(i);
            }
        }
        return reached;
    }

    private static <T> CompletionStage<T> now(T answer) {
        return CompletableFuture.completedFuture(answer);
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        return panel.with(members -> {
            List<Member> reached = reached(members);
            if (!isEnough(reached.size())) {
                return new CompletableFuture<>();
            }
            List<Member> agreed =
                    reached.stream().filter(member -> isFreeFor(claim, member)).toList();
            if (agreed.size() >= neededToAcquire()) {
                return now(grant(claim, agreed));
            }
            return now(
                    reached.size() >= neededToAcquire()
                            ? new Attempt.Held(SOON)
                            : new Attempt.Unavailable(
                                    new LockUnavailableException(reached.size() + " members answer", null),
                                    Attempt.Effect.NONE,
                                    false,
                                    SOON));
        });
    }

    private static boolean isFreeFor(Claim claim, Member member) {
        Place place = member.place(claim.name());
        return place == null || place.claimId().equals(claim.id());
    }

    private Attempt grant(Claim claim, List<Member> agreed) {
        long last = token(agreed, claim.tokens());
        for (Member member : agreed) {
            member.remember(last);
            member.put(claim.name(), place(claim, claim.lease()));
        }
        return new Attempt.Granted(new Grant(last - claim.tokens() + 1, last, claim.lease()));
    }

    private static Place place(Claim claim, Duration lease) {
        return new Place(claim.id(), System.nanoTime() + lease.toNanos());
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        return now(renewals.stream().map(this::renew).toList());
    }

    private Renewal.Result renew(Renewal renewal) {
        Claim claim = renewal.claim();
        return panel.with(members -> {
            List<Member> reached = reached(members);
            List<Member> agreed =
                    reached.stream().filter(member -> isFreeFor(claim, member)).toList();
            if (agreed.size() >= neededToRenew()) {
                agreed.forEach(member -> member.put(claim.name(), place(claim, renewal.lease())));
                return new Renewal.Extended(renewal.lease());
            }
            return reached.size() - agreed.size() > Panel.SIZE / 2
                    ? new Renewal.NotMine()
                    : new Renewal.Unknown(new IOException(agreed.size() + " members agree"));
        });
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        String name = release.claim().name();
        String id = release.claim().id();
        return panel.with(members -> {
            List<Member> reached = reached(members);
            long held =
                    reached.stream().filter(member -> holds(member, name, id)).count();
            for (Member member : members) {
                if (reached.contains(member)) {
                    member.remove(name, id);
                } else {
                    releaseLater(member, () -> member.remove(name, id));
                }
            }
            if (reached.size() <= Panel.SIZE / 2) {
                return CompletableFuture.failedFuture(
                        new LockUnavailableException(reached.size() + " members answer", null));
            }
            return now(held > 0);
        });
    }

    private static boolean holds(Member member, String name, String id) {
        Place place = member.place(name);
        return place != null && place.claimId().equals(id);
    }

    @Override
    public void onEvents(SpiEvents listener) {}

    @Override
    public CompletionStage<Void> check() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return now(Optional.empty());
    }

    @Override
    public void close() {}
}
