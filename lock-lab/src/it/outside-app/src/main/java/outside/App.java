package outside;

import io.lockspi.LockService;
import java.util.concurrent.locks.Lock;

public class App {
    public static void main(String[] args) {
        try (LockService locks = LockService.open()) {
            Lock lock = locks.getLock("outside");
            lock.lock();
            try {
                System.out.println("locked by " + locks.getAlgorithm() + " in " + App.class.getModule());
            } finally {
                lock.unlock();
            }
        }
    }
}
