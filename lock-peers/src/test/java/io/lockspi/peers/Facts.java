package io.lockspi.peers;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Which test shows which finding by hand. */
final class Facts {
    private static final List<Class<?>> CLASSES =
            List.of(RedissonFacts.class, RedissonNetworkFacts.class, SpringFacts.class, CuratorFacts.class);
    private static final String FOLDER = "../lock-peers/src/test/java/io/lockspi/peers/";

    private Facts() {}

    /** The tests that show what a rule found of a peer. */
    static List<Method> of(String peer, String rule) {
        return CLASSES.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> confirms(method.getAnnotation(Confirms.class), peer, rule))
                .toList();
    }

    private static boolean confirms(@org.jspecify.annotations.Nullable Confirms what, String peer, String rule) {
        return what != null
                && Arrays.asList(what.peers()).contains(peer)
                && Arrays.asList(what.rules()).contains(rule);
    }

    /** Links to them for the page. */
    static String links(String peer, String rule) {
        return of(peer, rule).stream()
                .map(method -> "[" + method.getName() + "](" + FOLDER
                        + method.getDeclaringClass().getSimpleName() + ".java)")
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
