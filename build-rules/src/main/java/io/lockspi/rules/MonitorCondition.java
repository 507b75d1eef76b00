package io.lockspi.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassReader;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.MethodVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Opcodes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;

/** No {@code synchronized}, neither methods nor blocks. ArchUnit's model has no blocks, so the class file is read. */
final class MonitorCondition extends ArchCondition<JavaClass> {
    private static final int API = Opcodes.ASM9;

    MonitorCondition() {
        super("not be synchronized");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        Source source = type.getSource()
                .orElseThrow(() -> new IllegalStateException("no class file of " + type.getName() + " to look into"));
        Synchronized found = new Synchronized();
        try (InputStream in = source.getUri().toURL().openStream()) {
            new ClassReader(in.readAllBytes()).accept(found, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String method : found.methods) {
            events.add(SimpleConditionEvent.violated(type, type.getName() + "." + method + " is synchronized"));
        }
    }

    /** Collects the methods that use monitors. */
    private static final class Synchronized extends ClassVisitor {
        private final Set<String> methods = new TreeSet<>();

        Synchronized() {
            super(API);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                methods.add(name);
            }
            return new MethodVisitor(API) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER) {
                        methods.add(name);
                    }
                }
            };
        }
    }
}
