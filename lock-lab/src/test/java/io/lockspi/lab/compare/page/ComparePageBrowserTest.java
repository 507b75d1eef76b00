package io.lockspi.lab.compare.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser: on a desk and on a phone, in the light and in the dark. */
class ComparePageBrowserTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int DESK = 1280;
    private static final int PHONE = 390;
    private static final String DARK = "--blink-settings=preferredColorScheme=0";
    private static final String LIGHT = "--blink-settings=preferredColorScheme=1";

    @TempDir
    Path directory;

    private Optional<Browser> browser = Optional.empty();

    @BeforeEach
    void findBrowser() {
        browser = Browser.onThePath(directory);
        assumeTrue(browser.isPresent(), "NOT_RUN: no Chromium on the path; Debian's package is called chromium");
    }

    @Test
    void onADeskInTheLight() throws Exception {
        JsonNode found = measure(DESK, LIGHT);
        assertReadable(found);
        assertThat(found.path("ground").asText()).isEqualTo("rgb(255, 255, 255)");
    }

    @Test
    void onADeskInTheDark() throws Exception {
        JsonNode found = measure(DESK, DARK);
        assertReadable(found);
        assertThat(found.path("ground").asText()).isEqualTo("rgb(13, 17, 23)");
    }

    @Test
    void onAPhone() throws Exception {
        JsonNode found = measure(PHONE, LIGHT);
        assertReadable(found);
        assertThat(found.path("width").asInt()).isLessThanOrEqualTo(PHONE);
    }

    /** Nothing is wider than the page, everything can be read, all symbols are drawn, nothing is fetched. */
    private static void assertReadable(JsonNode found) {
        assertThat(found.path("contentWidth").asInt())
                .isEqualTo(found.path("width").asInt());
        assertThat(found.path("outside")).isEmpty();
        assertThat(found.path("unreadable")).isEmpty();
        assertThat(found.path("cells").asInt())
                .isEqualTo(found.path("symbols").asInt())
                .isEqualTo(found.path("symbolsSeen").asInt())
                .isPositive();
        assertThat(found.path("fetched").asInt()).isZero();
    }

    private JsonNode measure(int width, String scheme) throws Exception {
        String page = measuring(width, ComparePage.html(Samples.mixed()));
        String found = browser.orElseThrow()
                .open(page, "--window-size=1400,900", scheme)
                .select("#found")
                .text();
        assertThat(found).as("what the script found").isNotEmpty();
        return MAPPER.readTree(found);
    }

    private static String measuring(int width, String html) throws IOException {
        // Inside a script, so what could end it is written in another way.
        String text = MAPPER.writeValueAsString(html).replace("</", "<\\/").replace("<!--", "<\\!--");
        try (var file = ComparePageBrowserTest.class.getResourceAsStream("measure.html")) {
            if (file == null) {
                throw new IllegalStateException("measure.html is not beside " + ComparePageBrowserTest.class);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("frame.width = WIDTH", "frame.width = " + width)
                    .replace("frame.srcdoc = PAGE", "frame.srcdoc = " + text);
        }
    }
}
