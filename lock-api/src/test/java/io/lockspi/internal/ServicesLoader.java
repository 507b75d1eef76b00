package io.lockspi.internal;

import io.lockspi.spi.LockProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A class loader that adds one {@code META-INF/services} file for {@link LockProvider}, kept in memory. */
final class ServicesLoader extends ClassLoader {
    private final List<String> services;
    private final boolean defines;

    private ServicesLoader(ClassLoader parent, List<String> services, boolean defines) {
        super(parent);
        this.services = services;
        this.defines = defines;
    }

    ServicesLoader(ClassLoader parent, List<String> services) {
        this(parent, services, false);
    }

    /** Lists classes or class names. */
    static ServicesLoader of(Object... services) {
        return new ServicesLoader(ServicesLoader.class.getClassLoader(), names(services), false);
    }

    /** As {@link #of}, with classes of its own. */
    static ServicesLoader defining(Object... services) {
        return new ServicesLoader(ServicesLoader.class.getClassLoader(), names(services), true);
    }

    private static List<String> names(Object... services) {
        return Stream.of(services)
                .map(service -> service instanceof Class<?> type ? type.getName() : service.toString())
                .toList();
    }

    /** Runs with this loader as the thread's context class loader. */
    <T> T call(Supplier<T> task) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            return task.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!defines || !services.contains(name)) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        boolean listed = !services.isEmpty() && name.equals("META-INF/services/" + LockProvider.class.getName());
        return listed ? Collections.enumeration(List.of(url())) : Collections.emptyEnumeration();
    }

    private URL url() {
        byte[] text = services.stream().collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8);
        try {
            return new URL("memory", "", -1, "/services", new InMemory(text));
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Serves the file's text. */
    private static final class InMemory extends URLStreamHandler {
        private final byte[] text;

        InMemory(byte[] text) {
            this.text = text;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(text);
                }
            };
        }
    }
}
