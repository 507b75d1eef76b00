package io.lockspi.lab.compare;

import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Mode;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One client's own way to the servers, which can fall silent. For one thread. */
final class HolderDoors implements AutoCloseable {
    private final Map<String, FaultProxy> proxies = new LinkedHashMap<>();

    HolderDoors(List<InetSocketAddress> addresses) {
        try {
            for (InetSocketAddress address : addresses) {
                proxies.put(
                        address.getHostString() + ":" + address.getPort(),
                        FaultProxy.to(address.getHostString(), address.getPort(), Framing.RAW));
            }
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    /** The way through these proxies. */
    Door door(Stage stage, String uri) {
        if (stage.tellsAddresses()) {
            List<String> detours = new ArrayList<>();
            proxies.forEach((address, proxy) -> detours.add(address + "=" + proxy.port()));
            return new Door(uri, String.join(",", detours));
        }
        String detour = uri;
        for (Map.Entry<String, FaultProxy> each : proxies.entrySet()) {
            detour =
                    detour.replace(each.getKey(), "127.0.0.1:" + each.getValue().port());
        }
        return new Door(detour, "");
    }

    /** As on a cut network: nothing arrives, nobody is told, and what was sent comes later. */
    void silence() {
        for (FaultProxy proxy : proxies.values()) {
            proxy.set(Direction.REQUESTS, Mode.HOLD);
            proxy.set(Direction.REPLIES, Mode.HOLD);
        }
    }

    void heal() {
        proxies.values().forEach(FaultProxy::heal);
    }

    @Override
    public void close() {
        proxies.values().forEach(FaultProxy::close);
    }
}
