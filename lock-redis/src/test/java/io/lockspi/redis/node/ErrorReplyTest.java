package io.lockspi.redis.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt.Effect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.client.RedisException;

class ErrorReplyTest {
    private static final String TAIL = ". channel: [id: 0x1] command: (EVALSHA), params: [x]";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOADING Redis is loading the dataset in memory",
                "MISCONF Redis is configured to save RDB snapshots",
                "MASTERDOWN Link with MASTER is down",
                "BUSY Redis is busy running a script",
                "CLUSTERDOWN Hash slot not served",
                "TRYAGAIN Multiple keys request",
                "READONLY You can't write against a read only replica. script: f4ce9b56c9e9ea54fd8ad6a1e8dd0c5e4bd7d73a, on @user_script:1.",
                "ERR Error running script (call to f_0a): @user_script:8: @user_script: 8: -READONLY You can't write"
            })
    void temporaryRefusalsWereNotApplied(String reply) {
        RequestFailure failure = ErrorReply.toScript(new RedisException(reply + TAIL));
        assertThat(failure.effect()).isEqualTo(Effect.NONE);
        assertThat(failure.permanent()).isFalse();
        assertThat(failure).hasMessageNotContainingAny("channel:", "script:");
    }

    @ParameterizedTest
    @CsvSource({
        "WRONGPASS invalid username-password pair, password in the URI",
        "NOAUTH Authentication required., into the URI",
        "NOPERM this user has no permissions, rights",
        "ERR Protocol error: unauthenticated multibulk length, into the URI",
        "WRONGTYPE Operation against a key, prefix",
        "ERR Error running script (call to f_0a): @user_script:3: WRONGTYPE Operation against, prefix"
    })
    void refusalsThatWaitingCannotHealSayWhatToDo(String reply, String remedy) {
        RequestFailure failure = ErrorReply.toScript(new RedisException(reply + TAIL));
        assertThat(failure.effect()).isEqualTo(Effect.NONE);
        assertThat(failure.permanent()).isTrue();
        assertThat(failure).hasMessageContaining(remedy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERR The user executing the script can't run this command or subcommand",
                "NOPERM ACL failure in script: User app has no permissions to run the 'get' command"
            })
    void missingRightInsideAScriptMayHaveComeAfterAWrite(String reply) {
        RequestFailure failure = ErrorReply.toScript(new RedisException(reply + TAIL));
        assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN_CLOSED);
        assertThat(failure.permanent()).isTrue();
        assertThat(failure).hasMessageContaining("rights");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ERR user_script:1: attempt to index a nil value", "SOMETHING new", ""})
    void anythingElseMayHaveBeenAppliedButIsOver(String reply) {
        RequestFailure failure = ErrorReply.toScript(new RedisException(reply + TAIL));
        assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN_CLOSED);
        assertThat(failure.permanent()).isFalse();
    }
}
