package io.lockspi.peers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Which findings of the kit a test shows with the library's own methods only, without kit and adapter. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Confirms {
    /** Which peers: {@link Peer#id()}. */
    String[] peers();

    /** The ids of the rules. */
    String[] rules();
}
