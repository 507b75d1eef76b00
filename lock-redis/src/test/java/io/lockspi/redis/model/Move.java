package io.lockspi.redis.model;

/** One atomic step of the system, as a number: what happens, to which claim, and which of two outcomes. */
public enum Move {
    TICK("time passes"),
    START_WAITING("begins to wait for the lock"),
    START_SINGLE("tries once"),
    ASK_AGAIN("asks again with the same claim"),
    TIMEOUT("waits for the answer no more"),
    GIVE_UP("does not want the lock any more"),
    UNLOCK("unlocks"),
    RENEW("sends a renewal"),
    SEND_RELEASE("sends its release"),
    FORGET("is looked after no more"),
    REUSE("asks again with the same claim after a release"),
    CRASH("dies with its client"),
    REQUEST_ARRIVES("acquire arrives"),
    OLD_REQUEST_ARRIVES("earlier acquire arrives"),
    ANSWER_ARRIVES("is answered"),
    RENEWAL_ARRIVES("renewal arrives"),
    RENEWED_ARRIVES("renewal is answered"),
    RELEASE_ARRIVES("release arrives"),
    RELEASED_ARRIVES("release is confirmed"),
    MAIL_ARRIVES("is told that the lock may be free"),
    REQUEST_IS_LOST("acquire arrives no more"),
    OLD_REQUEST_IS_LOST("earlier acquire arrives no more"),
    ANSWER_IS_LOST("answer is lost"),
    RENEWAL_IS_LOST("renewal arrives no more"),
    RENEWED_IS_LOST("answer to the renewal is lost"),
    RELEASE_IS_LOST("release arrives no more"),
    RELEASED_IS_LOST("confirmation is lost"),
    MAIL_IS_LOST("message is lost");

    private static final Move[] ALL = values();
    private static final int CLAIMS = 8;

    private final String words;

    Move(String words) {
        this.words = words;
    }

    public int of(int claim) {
        return of(claim, 0);
    }

    /** With option 1 the answer that is on its way already stays, and the new one is lost. */
    @SuppressWarnings("EnumOrdinal") // a move is a number only inside one run
    public int of(int claim, int option) {
        return (ordinal() * CLAIMS + claim) * 2 + option;
    }

    public static Move kind(int move) {
        return ALL[move / 2 / CLAIMS];
    }

    public static int claim(int move) {
        return move / 2 % CLAIMS;
    }

    static boolean losesAnswer(int move) {
        return move % 2 == 1;
    }

    /** For people. */
    public static String describe(int move, State state) {
        Move kind = kind(move);
        String text = kind == TICK ? kind.words : state.name(claim(move)) + " " + kind.words;
        return losesAnswer(move) ? text + ", and the answer to it is lost" : text;
    }
}
