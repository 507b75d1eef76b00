package io.lockspi.tck.history;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks claims that serve several sections of one process, each with a token of the claim's block: the blocks of two
 * claims have nothing in common.
 */
final class BatchCheck {
    /** The tokens of one claim. */
    private static final class Block {
        private Section lowest;
        private Section highest;

        Block(Section first) {
            lowest = first;
            highest = first;
        }

        void add(Section section) {
            lowest = section.token() < lowest.token() ? section : lowest;
            highest = section.token() > highest.token() ? section : highest;
        }
    }

    private final List<Section> sections;
    private final Findings findings;

    BatchCheck(List<Section> sections, Findings findings) {
        this.sections = sections;
        this.findings = findings;
    }

    void run(long blockSize) {
        Map<Long, Block> blocks = new HashMap<>();
        for (Section section : sections) {
            if (section.claim() != 0) {
                Block block = blocks.computeIfAbsent(section.claim(), claim -> new Block(section));
                if (block.lowest.process() != section.process()) {
                    report("one claim is in two processes", block.lowest, section);
                }
                block.add(section);
            }
        }
        List<Block> sorted = blocks.values().stream()
                .sorted(Comparator.comparingLong(block -> block.lowest.token()))
                .toList();
        Section highest = null;
        for (Block block : sorted) {
            if (highest != null && block.lowest.token() <= highest.token()) {
                report("the tokens of two claims overlap", highest, block.lowest);
            }
            if (blockSize > 0 && block.highest.token() - block.lowest.token() >= blockSize) {
                report("one claim has tokens beyond its block of " + blockSize, block.lowest, block.highest);
            }
            highest = highest == null || block.highest.token() > highest.token() ? block.highest : highest;
        }
    }

    private void report(String what, Section one, Section other) {
        findings.add(new Violation(
                ViolationKind.BATCHES_MIXED,
                one.lock(),
                what + ": " + one + " and " + other,
                Math.min(one.start(), other.start()),
                Math.max(one.start(), other.start()),
                List.of(one, other)));
    }
}
