package io.lockspi.tck.workload;

/**
 * Opens the locks under test in each process of a workload. Implementations are public classes with a public constructor
 * without parameters.
 */
public interface WorkloadClientFactory {

    /**
     * Opens a client.
     *
     * @param argument what the workload was given, such as a URI
     * @return a client that shares nothing with others but the store
     */
    WorkloadClient open(String argument);

    /**
     * Makes a factory by the name of its class.
     *
     * @throws IllegalArgumentException if there is no such class, or it is no such factory
     */
    static WorkloadClientFactory named(String className) {
        try {
            Object made = Class.forName(className).getDeclaredConstructor().newInstance();
            return (WorkloadClientFactory) made;
        } catch (ReflectiveOperationException | ClassCastException failure) {
            throw new IllegalArgumentException(
                    className + " must be a public class with a public constructor without parameters that implements "
                            + WorkloadClientFactory.class.getName(),
                    failure);
        }
    }
}
