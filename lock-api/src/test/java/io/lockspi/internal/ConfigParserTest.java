package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a configuration, read and written. */
class ConfigParserTest {

    @Test
    void everyPartIsReadAndDecoded() {
        LockConfig config = LockConfig.of(
                "REDIS://us%40er:p%3Aw%2F%25@h1:6379,h2,[::1]:7,[fe80::1%25eth0]/a%20b/c?lease=30s&x=%C3%A4+=");

        assertThat(config.algorithm()).isEqualTo("redis");
        assertThat(config.user()).contains("us@er");
        assertThat(config.password()).contains("p:w/%");
        assertThat(config.hosts())
                .containsExactly(
                        new LockConfig.Host("h1", 6379),
                        new LockConfig.Host("h2", -1),
                        new LockConfig.Host("::1", 7),
                        new LockConfig.Host("fe80::1%eth0", -1));
        assertThat(config.path()).isEqualTo("a b/c");
        assertThat(config.options()).containsExactlyInAnyOrderEntriesOf(Map.of("lease", "30s", "x", "ä+="));
    }

    @Test
    void schemeIsLowerCasedWhateverTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(new Locale("tr", "TR"));
            assertThat(LockConfig.of("REDIS://H").algorithm()).isEqualTo("redis");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "local:, ''",
        "local:orders, orders",
        "local:?poll=1s, ''",
        "local:orders?poll=1s, orders",
        "local:/orders, orders",
        "local://, ''",
        "local:///orders, orders",
        "zookeeper://h/, ''",
        "zookeeper://h//a, /a"
    })
    void pathLosesOneLeadingSlash(String uri, String path) {
        assertThat(LockConfig.of(uri).path()).isEqualTo(path);
    }

    @Test
    void userAndPasswordMayEachBeMissing() {
        assertThat(LockConfig.of("redis://:secret@h").user()).isEmpty();
        assertThat(LockConfig.of("redis://:secret@h").password()).contains("secret");
        assertThat(LockConfig.of("redis://me@h").user()).contains("me");
        assertThat(LockConfig.of("redis://me@h").password()).isEmpty();
        assertThat(LockConfig.of("redis://me:@h").password()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local:",
                "local:orders",
                "local:%2Forders",
                "local:?poll=1s",
                "redis://h",
                "redis://h:6379/0?lease=30s&poll=10ms",
                "redis://me@h",
                "redis://:***@h",
                "redis://m%40%3A%2F%C3%A4:***@h,[::1],[2001:db8::7]:6379",
                "redis://me:***@",
                "redis+x.y-z://h/%2Fa/b%3F%23%25%20c?a=%26%3D%2B%23%25%20%C3%A4&b=x/y:z,*",
                "zookeeper://[fe80::1%25eth0]:2181/locks"
            })
    void whatIsWrittenReadsTheSame(String uri) {
        LockConfig config = LockConfig.of(uri);

        assertThat(config).hasToString(uri);
        assertThat(ConfigParser.parse(config.toString())).isEqualTo(ConfigParser.parse(uri));
    }

    @Test
    void changedCopiesCanBeWrittenToo() {
        LockConfig config = LockConfig.ofAlgorithm("Redis")
                .withHosts(List.of(new LockConfig.Host("::1", 1)))
                .withCredentials("ä b", "s3cret")
                .withPath("/x?y")
                .withOption("a", "1 & 2=3");

        assertThat(config).hasToString("redis://%C3%A4%20b:***@[::1]:1/%2Fx%3Fy?a=1%20%26%202%3D3");
        LockConfig again = LockConfig.of(config.toString());
        assertThat(again.user()).isEqualTo(config.user());
        assertThat(again.path()).isEqualTo(config.path());
        assertThat(again.options()).isEqualTo(config.options());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\t\n"})
    void emptyUriIsRefused(String uri) {
        refused(uri, "the lock URI is empty", "redis://localhost:6379");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            localhost, no scheme
            //h:1, "algorithm '//h' is not a name"
            1redis://h, "algorithm '1redis' is not a name"
            rédis://h, "algorithm 'rédis' is not a name"
            :h, "algorithm '' is not a name"
            redis://h:, "port of host 'h'"
            redis://h:x, "port of host 'h'"
            redis://h:0, "port of host 'h'"
            redis://h:65536, "port of host 'h'"
            redis://h:99999999999, "port of host 'h'"
            redis://h:-1, "port of host 'h'"
            redis://[::1]:x, "port of host '::1'"
            "redis://a,,b", host number 2 of the lock URI is empty
            "redis://,a", host number 1 of the lock URI is empty
            "redis://a,", host number 2 of the lock URI is empty
            redis://:6379, "named '', but"
            "redis://a,b%20c", "named 'b%20c', but"
            redis://::1, put an IPv6 address in brackets
            "redis://[::1", not an IPv6 address in brackets
            "redis://[::1]6379", not an IPv6 address in brackets
            "redis://[]:6379", not an IPv6 address in brackets
            "redis://[h]:6379", not an IPv6 address in brackets
            "redis://[1.2.3.4]:6379", not an IPv6 address in brackets
            "redis://[::g]:6379", not an IPv6 address in brackets
            "redis://[::1%25]", not an IPv6 address in brackets
            redis://h?a=1&a=2, option 'a' is given twice
            redis://h?a=1&%61=2, option 'a' is given twice
            redis://h?a, option 'a' has no value
            redis://h?a=, option 'a' has no value
            redis://h?=1, option name '' is malformed
            redis://h?a=1&, option name '' is malformed
            redis://h?a%20b=1, option name 'a b' is malformed
            redis://h/%, percent sign in the path
            redis://h/%4, percent sign in the path
            redis://h/%zz, percent sign in the path
            redis://h/%ff, bytes in the path of the lock URI are not UTF-8
            redis://h?a=%0, percent sign in option 'a'
            redis://h#x, fragment at character 9
            redis://h/a b, space or control character at character 11
            redis://h/a\u00a0b, space or control character at character 11
            redis://a@b@c, write %40
            redis://h/a@c, write %40
            redis://h?x=a@c, write %40
            redis:me@h, write %40
            """)
    void malformedUriIsRefused(String uri, String part) {
        refused(uri, part);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"redis://h/a\u0000b", "redis://h/a\u007fb", "redis://h/\ud800", "\u0001redis:", "redis://h\n"})
    void charactersThatCannotBePrintedAreRefused(String uri) {
        refused(uri, "at character");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://u:sesame@h:x",
                "redis://u:sesame@h,,b",
                "redis://u:sesame@[x]",
                "redis://u:sesame@h?a=1&a=2",
                "redis://u:sesame@h#x",
                "redis://u:sesame@h b",
                "redis://u:sesame%@h",
                "redis://u:sesame%zz@h",
                "redis://u:sesame%ff@h",
                "redis://u:12@sesame@h",
                "redis://u:12/sesame@h",
                "redis://u:12?sesame@h",
                "redis://u:12?x=1&sesame@h",
                "redis://u:12#sesame@h",
                "redis://u:12 sesame@h",
                "redis://u:x/sesame@h",
                "redis://u:sesame",
                "redis://[::1]:sesame",
                "redis://[u]:sesame",
                "redis:u:sesame@h",
                "u:sesame@h",
                "sesame@h:6379",
                "1u:sesame@h",
                "//u:sesame@h"
            })
    void passwordIsInNoMessage(String uri) {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> LockConfig.of(uri))
                .satisfies(e -> assertThat(e.toString() + e.getCause()).doesNotContain("sesame"));
    }

    @Test
    void passwordIsInNoText() {
        String uri = "redis://u:sesame@h/0?lease=1s";
        assertThat(LockConfig.of(uri)).hasToString("redis://u:***@h/0?lease=1s");
        assertThat(ConfigParser.parse(uri)).hasToString("redis://u:***@h/0?lease=1s");
    }

    @Test
    void passwordAmongTheOptionsIsInNoText() {
        LockConfig config = LockConfig.of("rediss://h?trustStorePassword=secret&trustStore=file");
        assertThat(config).hasToString("rediss://h?trustStore=file&trustStorePassword=***");
        assertThat(config.option("trustStorePassword")).contains("secret");
    }

    @Test
    void namesOfAlgorithmsAndOptionsAreChecked() {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> LockConfig.ofAlgorithm("re dis"))
                .withMessageContaining("'re dis' is not a name");
        LockConfig config = LockConfig.ofAlgorithm("local");
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> config.withOption("a&b", "1"))
                .withMessageContaining("'a&b' is malformed");
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> config.withOption("a", ""))
                .withMessageContaining("'a' has no value");
    }

    private static void refused(String uri, String... parts) {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> LockConfig.of(uri))
                .satisfies(e -> assertThat(e).hasMessageContainingAll(parts))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }
}
