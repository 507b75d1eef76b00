/** What the command {@code lab tck} needs beside the kit: hooks that are shell commands, the choice of rules, the report's text. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.kit;
