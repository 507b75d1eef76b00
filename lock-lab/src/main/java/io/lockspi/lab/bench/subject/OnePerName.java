package io.lockspi.lab.bench.subject;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Makes one lock for each name, for all threads of a client. Thread-safe.
 *
 * @param <T> a kind of lock
 */
final class OnePerName<T> {
    private final Map<String, T> locks = new ConcurrentHashMap<>();
    private final Function<String, T> maker;

    OnePerName(Function<String, T> maker) {
        this.maker = maker;
    }

    T get(String name) {
        return locks.computeIfAbsent(name, maker);
    }
}
