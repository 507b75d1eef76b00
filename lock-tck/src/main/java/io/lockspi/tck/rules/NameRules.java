package io.lockspi.tck.rules;

import io.lockspi.LockService;
import io.lockspi.tck.Level;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** What names locks can have, and which of them are the same. */
@SuppressWarnings("LockNotBeforeTry")
final class NameRules {
    private static final String ENCODING =
            "how names become keys or paths: encode what has a meaning there, and nothing else";

    /** Pairs that some store, language or file system takes for the same. */
    private static final List<List<String>> CONFUSABLE = List.of(
            List.of("orders", "Orders"),
            List.of("a", "a "),
            List.of("a", " a"),
            List.of("a", "a\u0000"),
            List.of("\u00e9", "e\u0301"),
            List.of("\u00df", "ss"),
            List.of("\u0131", "i"),
            List.of("1", "01"),
            List.of("1", "\u0661"),
            List.of("a", "\u0430"),
            List.of("%2F", "/"),
            List.of("%", "%25"),
            List.of("a+b", "a b"),
            List.of("{a}b", "{a}c"),
            List.of("a:b", "a:c"),
            List.of("\ud83d\udd12", "\ud83d\udd13"),
            List.of("a\nb", "a\nc"),
            List.of("*", "?"));

    /** Pairs that a store with paths takes for parent and child. */
    private static final List<List<String>> NESTED = List.of(
            List.of("x", "x/0"),
            List.of("x", "x/"),
            List.of("x", "/x"),
            List.of("a", "a/b/c"),
            List.of("x", "x/lock-0000000001"),
            List.of("x", "x/leases"),
            List.of("x", "x:lock"),
            List.of("x", "x.lock"),
            List.of("x", "{x}"),
            List.of("a/b", "a//b"),
            List.of("a", "a/../a"),
            List.of("a", "a/./"));

    /** Names that are hard to use as they are. */
    private static final List<String> AWKWARD = List.of(
            " ",
            "/",
            "//",
            "a//b",
            "a/",
            ".",
            "..",
            "a/../b",
            "\u0000",
            "\u0001\u001f",
            "\n",
            "\t",
            "'",
            "\"",
            "\\",
            "`",
            "%",
            "%00",
            "&",
            "#",
            "?",
            "*",
            "[a-z]",
            "{",
            "}",
            "{}",
            "a{b",
            "a}b",
            "{a}{b}",
            ":",
            ";",
            ",",
            "|",
            "$(x)",
            "${x}",
            "--",
            "\uffff",
            "\ufeff",
            "\u200b",
            "\u202e",
            "\ud83d\ude00",
            "\ud834\udd1e",
            "zookeeper",
            "_c_",
            "null",
            "nul",
            "file:///tmp/x",
            "http://[::1]:80/?a=b#c",
            "\u65e5\u672c\u8a9e",
            "\u0627\u0644\u0639\u0631\u0628\u064a\u0629");

    @LockRule(
            id = "M01",
            statement = "Names that look alike are different locks: case, blanks, accents, look-alikes, escapes.",
            why = "A name folded on the way gives two applications one lock, or one application none.",
            lookAt = ENCODING,
            kinds = {"K13"})
    void similarNamesAreDifferentLocks(Bench bench) {
        pairsAreIndependent(bench, CONFUSABLE);
    }

    @LockRule(
            id = "M02",
            statement = "Names have no hierarchy: x, x/0 and x/lock-0000000001 are unrelated and can be held together.",
            why = "A lock hung for ever because another one's path began with its own.",
            lookAt = ENCODING + "; what else lies in the place where waiters are listed",
            kinds = {"K13"})
    void nestedNamesAreUnrelated(Bench bench) {
        pairsAreIndependent(bench, NESTED);
    }

    private static void pairsAreIndependent(Bench bench, List<List<String>> pairs) {
        LockClient one = bench.open();
        LockClient other = bench.open();
        int number = 0;
        for (List<String> pair : pairs) {
            // A prefix without a separator, so that hierarchy begins where the pair has it.
            String prefix = "p" + number++ + "q";
            Lock first = one.lock(bench.nameWith(prefix + pair.get(0)));
            Lock second = other.lock(bench.nameWith(prefix + pair.get(1)));
            Check.succeeds("locking " + quote(pair.get(0)), first::lock);
            Check.that(
                    second.tryLock(),
                    quote(pair.get(1)) + " could not be locked while " + quote(pair.get(0))
                            + " was held: they are one lock");
            Check.succeeds("unlocking " + quote(pair.get(1)), second::unlock);
            Check.succeeds("unlocking " + quote(pair.get(0)), first::unlock);
        }
    }

    @LockRule(
            id = "M03",
            statement =
                    "Awkward names work as any other: they lock, exclude and unlock, alone and inside a longer name.",
            why = "Names come from file names, URIs and user input.",
            lookAt = ENCODING,
            kinds = {"K13"})
    void awkwardNamesWork(Bench bench) {
        LockClient one = bench.open();
        LockClient other = bench.open();
        for (String awkward : AWKWARD) {
            for (String name : List.of(bench.use(awkward), bench.nameWith("-" + awkward + "-"))) {
                Lock lock = one.lock(name);
                Check.succeeds("locking " + quote(name), lock::lock);
                Check.that(!other.lock(name).tryLock(), quote(name) + " excludes nobody");
                Check.succeeds("unlocking " + quote(name), lock::unlock);
                Lock next = other.lock(name);
                Check.that(next.tryLock(), quote(name) + " was not free after unlock()");
                next.unlock();
            }
        }
    }

    @LockRule(
            id = "M04",
            statement =
                    "A name may have up to 1,024 bytes in UTF-8, every one of which counts; a longer one is an IllegalArgumentException.",
            why = "The same limit on every back end, so that changing the back end changes no names.",
            lookAt = "where names are checked, and what a store cuts off",
            kinds = {"K13"},
            service = true)
    void longNames(Bench bench) {
        LockClient one = bench.open();
        LockClient other = bench.open();
        for (String letter : List.of("x", "\u20ac", "\ud83d\ude00")) {
            String start = bench.nameWith("");
            int room = 1024 - start.length();
            int size = letter.getBytes(StandardCharsets.UTF_8).length;
            String full = start + letter.repeat(room / size) + "y".repeat(room % size);
            Lock lock = one.lock(bench.use(full));
            Check.succeeds("locking a name of 1,024 bytes", lock::lock);
            String twin = start + letter.repeat(room / size - 1) + "z".repeat(size + room % size);
            Lock second = other.lock(bench.use(twin));
            Check.that(second.tryLock(), "two names of 1,024 bytes that differ at the end are one lock");
            second.unlock();
            Check.succeeds("unlocking a name of 1,024 bytes", lock::unlock);
            Check.fails(
                    IllegalArgumentException.class,
                    "getLock() with 1,025 bytes or more",
                    () -> one.lock(full + letter));
        }
    }

    @LockRule(
            id = "M05",
            statement = "An empty name, and one that is not well-formed Unicode, is an IllegalArgumentException.",
            why = "The same refusal on every back end, before anything is sent.",
            lookAt = "where names are checked",
            kinds = {"K13"},
            service = true)
    void malformedNamesAreRefused(Bench bench) {
        LockClient client = bench.open();
        LockService service = Bench.serviceOf(client);
        for (String name : List.of("", "\ud800", "a\udc00b", "\udc00\ud800")) {
            Check.fails(IllegalArgumentException.class, "getLock(" + quote(name) + ")", () -> client.lock(name));
            Check.fails(
                    IllegalArgumentException.class,
                    "acquire(" + quote(name) + ")",
                    () -> service.acquire(name, java.time.Duration.ZERO));
        }
    }

    @LockRule(
            id = "M06",
            level = Level.SHOULD,
            statement = "The message of a refused unlock() names the lock.",
            why = "Nobody can find the bug in a program with 50 locks from 'not held'.",
            lookAt = "the words of the exception",
            service = true)
    void messagesNameTheLock(Bench bench) {
        String name = bench.nameWith("-named");
        Lock lock = bench.open().lock(name);
        IllegalMonitorStateException refused =
                Check.fails(IllegalMonitorStateException.class, "unlock() of a free lock", lock::unlock);
        Check.that(String.valueOf(refused.getMessage()).contains(name), "the message is: " + refused.getMessage());
    }

    private static String quote(String name) {
        StringBuilder shown = new StringBuilder("'");
        name.chars()
                .forEach(c ->
                        shown.append(c >= ' ' && c < 127 ? String.valueOf((char) c) : String.format("\\u%04x", c)));
        return shown.append("'").toString();
    }
}
