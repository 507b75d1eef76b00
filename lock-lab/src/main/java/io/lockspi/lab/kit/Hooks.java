package io.lockspi.lab.kit;

import io.lockspi.LockConfig;
import io.lockspi.lab.ui.BadInputException;
import io.lockspi.tck.Eviction;
import io.lockspi.tck.NodeFaults;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The hooks of one command line. Immutable. */
public final class Hooks {
    /** The environment variable with a server's number: 0 for the URI's first host. */
    public static final String NODE_VARIABLE = "LOCKSPI_NODE";

    /** The environment variable with a lock's name. */
    public static final String LOCK_VARIABLE = "LOCKSPI_LOCK";

    private final Map<HookName, HookCommand> commands;

    private Hooks(Map<HookName, HookCommand> commands) {
        this.commands = commands;
    }

    /**
     * Reads hooks.
     *
     * @param texts each {@code NAME=COMMAND}
     * @param limit how long a command may take
     * @throws BadInputException if one is malformed, unknown or given twice, or if one of those about servers is missing
     */
    public static Hooks of(List<String> texts, Duration limit) {
        Map<HookName, HookCommand> commands = new EnumMap<>(HookName.class);
        for (String text : texts) {
            int equals = text.indexOf('=');
            HookName name = HookName.of(equals < 0 ? text : text.substring(0, equals))
                    .orElseThrow(() -> new BadInputException("There is no hook '"
                            + (equals < 0 ? text : text.substring(0, equals)) + "'; choose " + names() + "."));
            String command = equals < 0 ? "" : text.substring(equals + 1).strip();
            if (command.isEmpty()) {
                throw new BadInputException(
                        "The hook '" + name + "' has no command; write --hook " + name + "='COMMAND'.");
            }
            if (commands.put(name, new HookCommand(name, command, limit)) != null) {
                throw new BadInputException("The hook '" + name + "' is given twice; leave one out.");
            }
        }
        demandAllOfServers(commands);
        return new Hooks(commands);
    }

    private static String names() {
        return Arrays.stream(HookName.values()).map(HookName::text).collect(Collectors.joining(", "));
    }

    private static void demandAllOfServers(Map<HookName, HookCommand> commands) {
        List<HookName> missing = HookName.OF_SERVERS.stream()
                .filter(name -> !commands.containsKey(name))
                .toList();
        if (!missing.isEmpty() && missing.size() < HookName.OF_SERVERS.size()) {
            String given = HookName.OF_SERVERS.stream()
                    .filter(commands::containsKey)
                    .map(HookName::text)
                    .collect(Collectors.joining(", "));
            throw new BadInputException("The hook '" + given + "' is of use only with '"
                    + missing.stream().map(HookName::text).collect(Collectors.joining("', '"))
                    + "': servers that are stopped must be started again.");
        }
    }

    /** Takes claims away by the user's command, if there is one. */
    public Optional<Eviction> eviction() {
        return Optional.ofNullable(commands.get(HookName.EVICT))
                .map(command -> name -> command.run(Map.of(LOCK_VARIABLE, name)));
    }

    /**
     * Stops and starts servers by the user's commands, if there are any.
     *
     * @param config names the servers
     * @param keepsData whether a killed server comes back with its data
     */
    public Optional<NodeFaults> nodes(LockConfig config, boolean keepsData) {
        return commands.containsKey(HookName.KILL)
                ? Optional.of(new HookedNodes(commands, config.hosts(), keepsData))
                : Optional.empty();
    }
}
