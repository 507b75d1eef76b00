package io.lockspi.rules.bad.leak;

import io.lockspi.rules.bad.leak.internal.Secret;
import java.util.List;
import java.util.function.Consumer;

/** Shows an internal type in every way. */
public abstract class Leaks implements Consumer<Secret> {
    protected Secret field = new Secret();

    protected Leaks(Secret parameter) {
        hidden(parameter);
    }

    public abstract Secret result();

    public abstract List<? extends Secret> argument();

    public abstract Secret[] array();

    public abstract void exception() throws Secret;

    private void hidden(Secret harmless) {
        field = harmless;
    }
}
