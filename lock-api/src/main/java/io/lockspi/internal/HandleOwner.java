package io.lockspi.internal;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** The identity of a handle as an owner. Does not keep the handle reachable, so that a forgotten one can be noticed. */
final class HandleOwner {
    private volatile @Nullable WeakReference<EngineHandle> handle;

    void belongsTo(EngineHandle newHandle) {
        handle = new WeakReference<>(newHandle);
    }

    boolean isForgotten() {
        WeakReference<EngineHandle> current = handle;
        return current != null && current.get() == null;
    }
}
