package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.RunPicture.Mark;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers above a timeline, in as many rows as it takes to be told apart.
 *
 * @param all in the order of the marks
 * @param rows how many rows there are
 */
record Flags(List<Flag> all, int rows) {

    /**
     * One of them.
     *
     * @param number counted from 1
     * @param x where its line is
     * @param row counted from the top
     */
    record Flag(int number, double x, int row) {}

    static Flags of(List<Mark> marks, Scale scale, double width) {
        List<Flag> flags = new ArrayList<>();
        List<Double> ends = new ArrayList<>();
        for (Mark mark : marks) {
            double x = scale.x(mark.atMs());
            int row = 0;
            while (row < ends.size() && x - width / 2 < ends.get(row)) {
                row++;
            }
            if (row == ends.size()) {
                ends.add(x + width / 2);
            } else {
                ends.set(row, x + width / 2);
            }
            flags.add(new Flag(flags.size() + 1, x, row));
        }
        return new Flags(List.copyOf(flags), ends.size());
    }
}
