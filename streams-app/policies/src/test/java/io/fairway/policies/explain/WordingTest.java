package io.fairway.policies.explain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers and durations in texts, against texts written by hand. */
class WordingTest {
    @Test
    void roundsToFourDigitsInSentences() {
        assertThat(Wording.rounded(0.15411961088)).isEqualTo("0.1541");
        assertThat(Wording.rounded(0.000123456)).isEqualTo("0.0001235");
        assertThat(Wording.rounded(1012.888546)).isEqualTo("1013");
        assertThat(Wording.rounded(-31.64556962)).isEqualTo("-31.65");
        assertThat(Wording.rounded(0.99996)).isEqualTo("1");
    }

    @Test
    void writesNoExponentAndNoTrailingZeros() {
        assertThat(Wording.rounded(85_000)).isEqualTo("85000");
        assertThat(Wording.rounded(4_294_967_295.0)).isEqualTo("4295000000");
        assertThat(Wording.rounded(1e-5)).isEqualTo("0.00001");
        assertThat(Wording.rounded(0)).isEqualTo("0");
    }

    @Test
    void keepsTenDigitsInTables() {
        assertThat(Wording.number(0.15411961088)).isEqualTo("0.1541196109");
        assertThat(Wording.number(4_294_967_295.0)).isEqualTo("4294967295");
    }

    /** 2009-07-01T00:00:00Z is 1246406400 s. */
    @Test
    void lessThanASecondIsNotNothing() {
        assertThat(Wording.after(0.2, 1_246_406_400_000L)).isEqualTo("within a second, on 2009-07-01T00:00:00Z");
        assertThat(Wording.after(1, 1_246_406_400_000L)).isEqualTo("after 1 s, on 2009-07-01T00:00:01Z");
    }

    @Test
    void saysWhatIsNoNumber() {
        assertThat(Wording.rounded(Double.NaN)).isEqualTo("-");
        assertThat(Wording.rounded(Double.POSITIVE_INFINITY)).isEqualTo("inf");
        assertThat(Wording.rounded(Double.NEGATIVE_INFINITY)).isEqualTo("-inf");
        assertThat(Wording.rounded(1e-15)).isEqualTo("almost 0");
    }
}
