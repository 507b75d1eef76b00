module outside.app {
    requires io.lockspi;
}
