/** Locks that are kept in files. */
module com.example.filelocks {
    requires io.lockspi;

    provides io.lockspi.spi.LockProvider with
            com.example.filelocks.FileLockProvider;
}
