package io.lockspi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A guard in a database. */
class JdbcFencedGuardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final DataSource database = dataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";LOCK_TIMEOUT=20000");
    private JdbcFencedGuard guard;
    private Connection keepAlive;

    @BeforeEach
    void createTables() throws SQLException {
        keepAlive = database.getConnection();
        guard = new JdbcFencedGuard(database, "stock");
        execute(keepAlive, JdbcFencedGuard.ddl(JdbcFencedGuard.DEFAULT_TABLE));
        execute(keepAlive, "CREATE TABLE stock (amount BIGINT NOT NULL)");
        execute(keepAlive, "INSERT INTO stock VALUES (100)");
    }

    @AfterEach
    void dropDatabase() throws SQLException {
        keepAlive.close();
    }

    @Test
    void lowerTokenIsRefusedAndEqualIsTheSameHolder() {
        guard.raise(5);
        guard.raise(5);

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> guard.raise(4))
                .withMessageContaining("write to 'stock' refused: its token 4 is lower than 5");
        guard.raise(6);
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.raise(5));
    }

    @Test
    void staleHolderWritesNothing() throws SQLException {
        guard.raise(5);

        try (Connection connection = transaction()) {
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> guard.write(connection, 4, c -> execute(c, "UPDATE stock SET amount = 0")));
            connection.commit();
        }
        assertThat(amount()).isEqualTo(100);
    }

    @Test
    void rollBackTakesTheTokenBackTogetherWithTheWrite() throws SQLException {
        try (Connection connection = transaction()) {
            guard.write(connection, 5, c -> execute(c, "UPDATE stock SET amount = 0"));
            connection.rollback();
        }

        guard.raise(4);
        assertThat(amount()).isEqualTo(100);
    }

    @Test
    void resourcesAreIndependent() {
        guard.raise(5);

        new JdbcFencedGuard(database, "other").raise(4);

        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.raise(4));
    }

    @Test
    void autoCommitIsRefused() throws SQLException {
        try (Connection connection = database.getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> guard.raise(connection, 1))
                    .withMessageContaining("setAutoCommit(false)");
        }
    }

    @Test
    void zeroIsNoToken() {
        assertThatIllegalArgumentException().isThrownBy(() -> guard.raise(0));
    }

    @Test
    void databaseFailureNamesResourceAndRemedy() {
        assertThatExceptionOfType(LockException.class)
                .isThrownBy(() -> new JdbcFencedGuard(database, "missing", "stock").raise(7))
                .withMessageContainingAll("fence of 'stock' to token 7", "JdbcFencedGuard.ddl")
                .withCauseInstanceOf(SQLException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a;DROP TABLE stock", "a.", "1a", "a--"})
    void tableNameIsChecked(String table) {
        assertThatIllegalArgumentException().isThrownBy(() -> new JdbcFencedGuard(database, table, "stock"));
        assertThatIllegalArgumentException().isThrownBy(() -> JdbcFencedGuard.ddl(table));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void secondOfTwoRacingConnectionsWaitsAndThenSeesTheFirstOne(boolean rowExists) throws Exception {
        if (rowExists) {
            guard.raise(1);
        }
        try (Connection first = transaction()) {
            guard.raise(first, 7);
            FutureTask<Void> lower = new FutureTask<>(() -> guard.raise(6), null);
            awaitBlocked(started(lower));
            assertThat(lower.isDone()).as("must wait for the first transaction").isFalse();
            first.commit();

            assertThat(lower)
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(StaleTokenException.class);
        }
    }

    @Test
    void loserOfTheFirstInsertGoesOnInItsTransaction() throws Exception {
        try (Connection first = transaction()) {
            guard.raise(first, 7);
            FutureTask<Long> higher = new FutureTask<>(this::sellWithToken8);
            awaitBlocked(started(higher));
            first.commit();

            assertThat(higher).succeedsWithin(PATIENCE).isEqualTo(89L);
        }
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.raise(7));
    }

    private long sellWithToken8() throws SQLException {
        try (Connection connection = transaction()) {
            execute(connection, "UPDATE stock SET amount = amount - 1");
            guard.write(connection, 8, c -> execute(c, "UPDATE stock SET amount = amount - 10"));
            connection.commit();
        }
        return amount();
    }

    private static Thread started(FutureTask<?> task) {
        Thread thread = new Thread(task, "second");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** H2's own DataSource would need the module java.naming. */
    private static DataSource dataSource(String url) {
        return (DataSource) Proxy.newProxyInstance(
                JdbcFencedGuardTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, args) -> DriverManager.getConnection(url));
    }

    /** Until the thread waits inside the database, which it does for the other transaction's row; H2 spins in an insert. */
    private static void awaitBlocked(Thread thread) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!isInside(thread, "insertRows")
                && (thread.getState() == Thread.State.RUNNABLE || !isInside(thread, "executeUpdate"))) {
            assertThat(System.nanoTime())
                    .as("the second transaction does not wait")
                    .isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static boolean isInside(Thread thread, String method) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals(method));
    }

    private Connection transaction() throws SQLException {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private long amount() throws SQLException {
        return number("SELECT amount FROM stock");
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = keepAlive.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getLong(1);
        }
    }
}
