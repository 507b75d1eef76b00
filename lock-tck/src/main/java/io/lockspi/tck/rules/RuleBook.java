package io.lockspi.tck.rules;

import io.lockspi.tck.LockRule;
import io.lockspi.tck.Refusal;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All rules of the kit, in the order of the specification. */
public final class RuleBook {
    private static final List<Rule> RULES = Stream.of(
                    group(
                            "Lock contract",
                            ExclusionRules.class,
                            OwnershipRules.class,
                            WaitingRules.class,
                            InterruptRules.class),
                    group(
                            "Lease, renewal and loss",
                            LeaseRules.class,
                            RenewalRules.class,
                            LossRules.class,
                            BeliefRules.class),
                    group("Fencing tokens", FencingRules.class),
                    group("Names", NameRules.class),
                    group("Providers, services and close", CloseRules.class, ServiceRules.class, HandleRules.class),
                    group("Fairness and starvation", FairnessRules.class),
                    group(
                            "Leader election",
                            ElectionRules.class,
                            HandOverRules.class,
                            ElectionListenerRules.class,
                            ElectionFaultRules.class),
                    group("Other processes", ProcessRules.class),
                    group("Network", NetworkRules.class),
                    group("Servers", NodeRules.class, QuorumRules.class),
                    group("Leaks", LeakRules.class))
            .flatMap(List::stream)
            .toList();

    private RuleBook() {}

    /** All rules; immutable. */
    public static List<Rule> rules() {
        return RULES;
    }

    private static List<Rule> group(String name, Class<?>... classes) {
        return Arrays.stream(classes)
                .flatMap(type -> rulesOf(name, type))
                .sorted(Comparator.comparing(Rule::id))
                .toList();
    }

    private static Stream<Rule> rulesOf(String group, Class<?> type) {
        Map<String, Method> refusals = new HashMap<>();
        for (Method method : type.getDeclaredMethods()) {
            Refusal refusal = method.getAnnotation(Refusal.class);
            if (refusal != null) {
                refusals.put(refusal.of(), method);
            }
        }
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(LockRule.class))
                .map(method -> Rule.of(
                        group,
                        method,
                        refusals.get(method.getAnnotation(LockRule.class).id())));
    }
}
