package io.lockspi.tck;

import io.lockspi.spi.LockCapability;
import java.util.List;
import java.util.Set;

/**
 * One rule of the kit, for reports. Immutable.
 *
 * @param id such as {@code L05}
 * @param group what the rule is about, such as {@code Lock contract}
 * @param level how binding it is
 * @param statement the promise, in one sentence
 * @param why why it matters
 * @param lookAt where to look if it is broken
 * @param kinds the kinds of public failures behind it, {@code K01} to {@code K20}; may be empty
 * @param needs the capabilities without which it does not count
 * @param uses what it needs to make something go wrong
 * @param service whether it is about {@link io.lockspi.LockService}, and so not about foreign locks
 * @param election whether it is about {@link io.lockspi.LeaderElection}, and so not about subjects that have none
 * @param refusal what must hold if a needed capability is not declared; may be empty
 */
public record RuleInfo(
        String id,
        String group,
        Level level,
        String statement,
        String why,
        String lookAt,
        List<String> kinds,
        Set<LockCapability> needs,
        Set<Means> uses,
        boolean service,
        boolean election,
        String refusal) {}
