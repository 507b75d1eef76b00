package io.lockspi.tck;

import io.lockspi.spi.LockProvider;

/** A provider whose back ends stand behind a {@link Gate}. Immutable. */
final class GatedProvider extends LockProvider {

    GatedProvider(LockProvider real, Gate gate) {
        super(
                real.name(),
                real.version(),
                real.services().stream().map(service -> gated(service, gate)).toArray(Service[]::new));
    }

    private static Service gated(Service real, Gate gate) {
        return new Service(
                real.algorithm(),
                real.aliases(),
                real.capabilities(),
                real.options(),
                context -> new GatedSpi(real.factory().apply(context), gate));
    }
}
