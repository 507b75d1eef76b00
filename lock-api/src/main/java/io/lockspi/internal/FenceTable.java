package io.lockspi.internal;

import io.lockspi.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** One row of a table of fences. Immutable. */
public final class FenceTable {
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");
    private static final int MAX_RESOURCE_CHARS = 255;
    /** How often others may insert or delete the row between our statements. */
    private static final int ROUNDS = 3;

    private final String table;
    private final String resource;

    /**
     * Names a row.
     *
     * @param table the table's name
     * @param resource the row's key, 1 to 255 characters
     * @throws IllegalArgumentException if a name is refused
     */
    public FenceTable(String table, String resource) {
        this.table = checkTable(table);
        if (resource.isEmpty() || resource.length() > MAX_RESOURCE_CHARS) {
            throw new IllegalArgumentException("resource name " + Quote.of(resource) + " has " + resource.length()
                    + " characters, but must have 1 to " + MAX_RESOURCE_CHARS);
        }
        this.resource = resource;
    }

    /** The row's key. */
    public String resource() {
        return resource;
    }

    /** The statement that creates a table. */
    public static String ddl(String table) {
        return "CREATE TABLE " + checkTable(table) + " (resource VARCHAR(" + MAX_RESOURCE_CHARS
                + ") NOT NULL PRIMARY KEY, token BIGINT NOT NULL)";
    }

    private static String checkTable(String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException("table name " + Quote.of(table)
                    + " must be letters, digits and underscores, with dots after catalogue and schema");
        }
        return table;
    }

    /**
     * Raises the row's token and locks the row until the transaction ends.
     *
     * @param connection in a transaction
     * @param token at least 1
     * @throws StaleTokenException if the row's token is higher
     * @throws SQLException if the database fails, or others came in between too often
     */
    public void raise(Connection connection, long token) throws SQLException {
        for (int round = 0; round < ROUNDS; round++) {
            if (update(connection, token)) {
                return;
            }
            OptionalLong current = read(connection);
            if (current.isPresent() && current.getAsLong() > token) {
                throw new StaleTokenException(resource, token, current.getAsLong());
            }
            if (current.isEmpty() && insert(connection, token)) {
                return;
            }
        }
        // Under a snapshot the row that stopped the update may be invisible; a new transaction sees it.
        throw new SQLTransactionRollbackException(
                "cannot raise the fence of '" + resource + "' in table " + table + " to token " + token
                        + ": other transactions came in between; roll back and try again",
                "40001");
    }

    private boolean update(Connection connection, long token) throws SQLException {
        String sql = "UPDATE " + table + " SET token = ? WHERE resource = ? AND token <= ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, token);
            statement.setString(2, resource);
            statement.setLong(3, token);
            return statement.executeUpdate() > 0;
        }
    }

    private OptionalLong read(Connection connection) throws SQLException {
        String sql = "SELECT token FROM " + table + " WHERE resource = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, resource);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** False if another transaction inserted the row first. The savepoint keeps the transaction usable on PostgreSQL. */
    private boolean insert(Connection connection, long token) throws SQLException {
        Savepoint before = connection.setSavepoint();
        String sql = "INSERT INTO " + table + " (resource, token) VALUES (?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, resource);
            statement.setLong(2, token);
            statement.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (!isDuplicateKey(e)) {
                throw e;
            }
            connection.rollback(before);
            return false;
        }
    }

    private static boolean isDuplicateKey(SQLException e) {
        String state = e.getSQLState();
        return e instanceof SQLIntegrityConstraintViolationException || (state != null && state.startsWith("23"));
    }

    @Override
    public String toString() {
        return table + ", " + resource;
    }
}
