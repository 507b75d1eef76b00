package io.lockspi.tck.toy;

import io.lockspi.LockConfig;
import io.lockspi.LockException;
import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The client. A broken one overrides a method. */
public class ToySpi implements LockServiceSpi {
    private final SpiContext context;
    private final ToyLine line;
    private volatile @Nullable SpiEvents events;

    public ToySpi(SpiContext context) {
        this.context = context;
        LockConfig.Host host = context.config().hosts().get(0);
        this.line = new ToyLine(
                new InetSocketAddress(host.name(), host.port()),
                (int) context.requestTimeout().toMillis(),
                this::news);
    }

    protected SpiContext context() {
        return context;
    }

    protected String storedName(String name) {
        return name;
    }

    protected void lose(Claim claim) {
        SpiEvents listener = events;
        if (listener != null) {
            listener.lost(claim);
        }
    }

    protected void news(String word) {
        SpiEvents listener = events;
        if (listener != null && word.isEmpty()) {
            listener.mayHaveMissedEvents();
        } else if (listener != null) {
            listener.mayBeFree(ToyText.decode(word));
        }
    }

    /** Sends any request; for broken algorithms that need others than those of locks. */
    public final CompletableFuture<String> ask(String request) {
        CompletableFuture<String> answer = line.ask(request);
        var alarm = context.time().schedule(context.requestTimeout().toNanos(), () -> {
            if (!answer.isDone()) {
                line.giveUp();
            }
        });
        var unused = answer.whenComplete((text, failure) -> alarm.cancel());
        return answer;
    }

    private String claim(String kind, Claim claim) {
        return kind + " " + ToyText.encode(storedName(claim.name())) + " " + claim.id() + " "
                + Math.max(1, claim.lease().toMillis()) + " " + claim.tokens();
    }

    private LockException unavailable(Throwable cause) {
        return new LockUnavailableException("toy store at " + context.config() + " gave no answer: " + cause, cause);
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        String label = context.owner().host() + "/" + context.owner().pid();
        return ask(claim("A", claim) + " " + label + " " + wait).handle((text, failure) -> {
            if (failure != null) {
                return new Attempt.Unavailable(unavailable(failure), Attempt.Effect.UNKNOWN_CLOSED, false, null);
            }
            String[] words = text.split(" ", -1);
            return words[0].equals("G")
                    ? new Attempt.Granted(new Grant(number(words[1]), number(words[2]), millis(words[3])))
                    : new Attempt.Held(millis(words[1]));
        });
    }

    private static long number(String word) {
        return Long.parseLong(word);
    }

    private static Duration millis(String word) {
        return Duration.ofMillis(number(word));
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        List<CompletableFuture<Renewal.Result>> results = new ArrayList<>();
        for (Renewal renewal : renewals) {
            Claim claim = renewal.claim();
            Claim wanted = new Claim(claim.name(), claim.id(), renewal.lease(), claim.tokens());
            results.add(ask(claim("R", wanted)).handle((text, failure) -> {
                if (failure != null) {
                    return new Renewal.Unknown(failure);
                }
                return text.equals("N") ? new Renewal.NotMine() : new Renewal.Extended(millis(text.substring(2)));
            }));
        }
        return CompletableFuture.allOf(results.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> results.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        return ask(claim("L", release.claim()) + " " + release.topToken() + " " + release.unanswered())
                .handle((text, failure) -> {
                    if (failure != null) {
                        throw unavailable(failure);
                    }
                    return text.equals("T");
                });
    }

    @Override
    public void onEvents(SpiEvents listener) {
        events = listener;
    }

    @Override
    public CompletionStage<Void> check() {
        return ask("P").handle((text, failure) -> {
            if (failure != null) {
                throw unavailable(failure);
            }
            return null;
        });
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return ask("I " + ToyText.encode(name)).handle((text, failure) -> {
            if (failure != null) {
                throw unavailable(failure);
            }
            return text.equals("-") ? Optional.empty() : Optional.of(info(name, text.split("[ /]", -1)));
        });
    }

    private static LockInfo info(String name, String[] words) {
        return new LockInfo(
                name, words[0], number(words[1]), "", null, number(words[2]), millis(words[3]), OptionalInt.empty());
    }

    @Override
    public void close() {
        line.close();
    }
}
