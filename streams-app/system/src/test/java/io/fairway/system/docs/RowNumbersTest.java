package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowNumbersTest {
    @Test
    void numbersRangesAndRulesThatTheDocumentLeavesOut() {
        assertThat(RowNumbers.of("3, 7-9, +1")).containsExactlyInAnyOrder(3, 7, 8, 9, RowNumbers.LEFT_OUT + 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"9, 8, 7, 3; 3, 7-9", "1, 2; 1, 2", "94; 94", "+2, +1, 5; 5, +1, +2", "4-5, 6, 1; 1, 4-6"})
    void theShortestText(String numbers, String text) {
        assertThat(RowNumbers.text(RowNumbers.of(numbers))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "7, x; ' x' in '7, x' is no number of a row such as 7, 7-9 or +1",
                "0; '0' in '0' is no number",
                "9-7; '9-7' in '9-7' ends before it begins",
                "3, 2-4; '3, 2-4' has row 3 twice",
                "7,; '' in '7,' is no number"
            })
    void aBadTextIsRefusedWithValueAndRule(String text, String message) {
        assertThatThrownBy(() -> RowNumbers.of(text)).hasMessageContaining(message);
    }
}
