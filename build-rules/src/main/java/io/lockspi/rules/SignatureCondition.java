package io.lockspi.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Stream;

/** No internal type in what other modules can see of a class: supertypes, members, generic arguments, exceptions. */
final class SignatureCondition extends ArchCondition<JavaClass> {

    SignatureCondition() {
        super("show no internal type");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        Stream<JavaType> supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        report(type.getName(), supertypes, events);
        for (JavaMember member : type.getMembers()) {
            if (isVisible(member)) {
                report(member.getFullName(), typesOf(member), events);
            }
        }
    }

    private static boolean isVisible(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return !modifiers.contains(JavaModifier.SYNTHETIC)
                && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
    }

    private static Stream<JavaType> typesOf(JavaMember member) {
        if (member instanceof JavaField field) {
            return Stream.of(field.getType());
        }
        JavaCodeUnit unit = (JavaCodeUnit) member;
        Stream<JavaType> signature = Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream());
        return Stream.concat(signature, unit.getExceptionTypes().stream());
    }

    private static void report(String where, Stream<JavaType> types, ConditionEvents events) {
        types.map(JavaType::getAllInvolvedRawTypes)
                .flatMap(Collection::stream)
                .map(JavaClass::getBaseComponentType)
                .filter(LayoutRules::isInternal)
                .distinct()
                .forEach(type -> events.add(
                        SimpleConditionEvent.violated(where, where + " shows the internal " + type.getName())));
    }
}
