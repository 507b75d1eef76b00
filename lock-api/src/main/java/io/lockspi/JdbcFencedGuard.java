package io.lockspi;

import io.lockspi.internal.FenceTable;
import io.lockspi.internal.TokenCheck;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Guards what a database keeps: one row holds the resource's highest token, and is checked and raised in the transaction
 * that writes. The row stays locked until that transaction ends, so nobody else's write comes in between. Works at every
 * isolation level from READ COMMITTED on, with standard SQL. Immutable and thread-safe; the connections belong to the
 * caller. MySQL's driver must count matching rows, as it does unless {@code useAffectedRows} is set.
 *
 * <p>The table must exist; {@link #ddl(String)} is its text. Needs the module {@code java.sql}.
 *
 * <pre>{@code
 * guard.raise(lock.fencingToken());                       // a transaction of its own: the first act
 * connection.setAutoCommit(false);
 * int left = ...;                                         // read
 * guard.raise(connection, lock.fencingToken());           // again, in the transaction that writes
 * ...                                                     // write
 * connection.commit();
 * }</pre>
 */
public final class JdbcFencedGuard implements FencedGuard {
    /** The table that is used if none is named. */
    public static final String DEFAULT_TABLE = "lockspi_fence";

    private final DataSource database;
    private final FenceTable table;

    /**
     * Makes a guard with the default table.
     *
     * @param database where the table is; used by {@link #raise(long)} only
     * @param resource the resource's name, 1 to 255 characters
     * @throws IllegalArgumentException if the name is refused
     */
    public JdbcFencedGuard(DataSource database, String resource) {
        this(database, DEFAULT_TABLE, resource);
    }

    /**
     * Makes a guard.
     *
     * @param database where the table is; used by {@link #raise(long)} only
     * @param table the table's name, with its schema if needed: letters, digits, underscores and dots
     * @param resource the resource's name, 1 to 255 characters
     * @throws IllegalArgumentException if a name is refused
     */
    public JdbcFencedGuard(DataSource database, String table, String resource) {
        this.database = database;
        this.table = new FenceTable(table, resource);
    }

    /**
     * The statement that creates the table, to put into a migration. Choose a collation that tells apart all names of your
     * resources: a case-insensitive one makes {@code a} and {@code A} the same resource.
     *
     * @param table the table's name
     * @return standard SQL, without a semicolon
     * @throws IllegalArgumentException if the name is refused
     */
    public static String ddl(String table) {
        return FenceTable.ddl(table);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Uses a connection and a transaction of its own, committed before this method returns.
     *
     * @throws LockException if the database fails; whether the token was raised is not known then
     */
    @Override
    public void raise(long token) {
        try (Connection connection = database.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                raise(connection, token);
                connection.commit();
            } catch (Throwable failure) {
                rollBack(connection, failure);
                throw failure;
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            throw new LockException(
                    "cannot raise the fence of '" + table.resource() + "' to token " + token
                            + ": the database failed; check that the table exists (JdbcFencedGuard.ddl) and try again",
                    e);
        }
    }

    private static void rollBack(Connection connection, Throwable failure) {
        try {
            connection.rollback();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    /**
     * Raises the highest token seen, in the caller's transaction. What that transaction writes afterwards is guarded; roll
     * it back if this method throws.
     *
     * @param connection in a transaction: auto-commit is off
     * @param token the section's token
     * @throws StaleTokenException if a higher token was seen before
     * @throws SQLException if the database fails, or another transaction came in between so that this one must be tried
     *     again
     * @throws IllegalStateException if auto-commit is on
     * @throws IllegalArgumentException if the token is less than 1
     */
    public void raise(Connection connection, long token) throws SQLException {
        TokenCheck.atLeastOne(token);
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the fence of '" + table.resource()
                    + "' guards nothing while auto-commit is on: call connection.setAutoCommit(false) first");
        }
        table.raise(connection, token);
    }

    /**
     * Raises the highest token seen, then writes, both in the caller's transaction, which the caller commits.
     *
     * @param <T> the result's type
     * @param connection in a transaction: auto-commit is off
     * @param token the section's token
     * @param write writes through the connection that it is given
     * @return what the write returned
     * @throws StaleTokenException if a higher token was seen before; nothing is written
     * @throws SQLException if the database fails, or another transaction came in between so that this one must be tried
     *     again
     * @throws IllegalStateException if auto-commit is on
     * @throws IllegalArgumentException if the token is less than 1
     */
    public <T> T write(Connection connection, long token, SqlWrite<T> write) throws SQLException {
        raise(connection, token);
        return write.execute(connection);
    }

    @Override
    public String toString() {
        return "JdbcFencedGuard[" + table + "]";
    }

    /**
     * What to do in a guarded transaction.
     *
     * @param <T> the result's type
     */
    @FunctionalInterface
    public interface SqlWrite<T> {
        /**
         * Writes, without committing.
         *
         * @param connection the transaction's connection
         * @return anything
         * @throws SQLException if the database fails
         */
        T execute(Connection connection) throws SQLException;
    }
}
