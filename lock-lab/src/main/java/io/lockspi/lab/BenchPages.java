package io.lockspi.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockspi.lab.bench.page.Figures;
import io.lockspi.lab.bench.page.FilledPage;
import io.lockspi.lab.bench.page.Plot;
import io.lockspi.lab.bench.page.Plots;
import io.lockspi.lab.ui.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the results are to be shown beside the screen: known to be usable before the work starts. Immutable.
 *
 * @param plots a directory for pictures
 * @param page a page with marks
 */
record BenchPages(@Nullable Path plots, @Nullable Path page) {

    /**
     * Checks both.
     *
     * @throws BadInputException if they cannot be used
     */
    static BenchPages to(@Nullable Path plots, @Nullable Path page) {
        if (plots != null) {
            makeDirectory(plots);
        }
        if (page != null && !FilledPage.hasMarks(read(page))) {
            throw new BadInputException("The page '" + page + "' has no mark for results, a line such as '"
                    + FilledPage.mark("bars") + "'; give another one to --page.");
        }
        return new BenchPages(plots, page);
    }

    private static void makeDirectory(Path plots) {
        try {
            Files.createDirectories(plots);
        } catch (IOException refused) {
            throw new BadInputException("The directory '" + plots + "' cannot be made; give another one to --plots.");
        }
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException refused) {
            throw new BadInputException("The page '" + page + "' cannot be read; give another one to --page.");
        }
    }

    /** Shows the results there. */
    void write(JsonNode report) throws IOException {
        Figures figures = new Figures(report);
        List<Plot> drawn = plots == null ? List.of() : Plots.of(figures);
        if (plots != null) {
            for (Plot plot : drawn) {
                Files.writeString(plots.resolve(plot.file()), plot.svg(), StandardCharsets.UTF_8);
            }
        }
        if (page != null) {
            String folder = plots == null ? "" : relative(plots, page);
            OutputFile.writable(page, "Markdown", "--page").write(FilledPage.fill(read(page), figures, drawn, folder));
        }
    }

    /** The directory, as links of the page name it. */
    private static String relative(Path plots, Path page) {
        Path folder = page.toAbsolutePath().normalize().getParent();
        Path target = plots.toAbsolutePath().normalize();
        return (folder == null ? target : folder.relativize(target)).toString().replace('\\', '/');
    }
}
