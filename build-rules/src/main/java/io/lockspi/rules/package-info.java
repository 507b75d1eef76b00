/**
 * Rules that the classes of every module keep. A module has {@code build-rules} as a dependency of scope {@code test}, and
 * one test class that extends {@link io.lockspi.rules.ModuleRules} and says how many classes there are at least.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.rules;
