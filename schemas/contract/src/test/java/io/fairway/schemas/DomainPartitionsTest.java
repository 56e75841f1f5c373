package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DomainPartitionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One entry of partition-vectors.json, which partition_vectors.py (beside this test) writes. */
    record Vector(String key, String domain, int partitions, String pins, int partition) {}

    static List<Vector> vectors() throws IOException {
        var vectors = new ArrayList<Vector>();
        try (var file = Objects.requireNonNull(DomainPartitions.class.getResourceAsStream("partition-vectors.json"))) {
            for (JsonNode vector : JSON.readTree(file)) {
                vectors.add(JSON.convertValue(vector, Vector.class));
            }
        }
        return vectors;
    }

    @Test
    void hasVectors() throws IOException {
        assertThat(vectors()).hasSizeGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void agreesWithTheVectors(Vector vector) {
        var partitions = DomainPartitions.parse(vector.pins());

        assertThat(Keys.domainOf(vector.key())).isEqualTo(vector.domain());
        assertThat(partitions.partition(vector.domain(), vector.partitions())).isEqualTo(vector.partition());
    }

    @Test
    void readsPinsWithBlanksAroundThem() {
        var partitions = DomainPartitions.parse(" alps = 3 , eiger=7 ");

        assertThat(partitions.pins()).hasSize(2).containsEntry("alps", 3).containsEntry("eiger", 7);
        assertThat(partitions.partition("alps", 8)).isEqualTo(3);
        assertThat(DomainPartitions.parse(" ").pins()).isEmpty();
        assertThat(DomainPartitions.hashed().pins()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "alps=3,eiger; \"eiger\" must be domain=partition",
                "alps=3,; \"\" must be domain=partition",
                "a=b=3; \"a=b=3\" must be domain=partition",
                "=3; \"=3\" must name a domain",
                "alps=-1; \"alps=-1\" must have a partition of 0 or more",
                "alps=x; \"alps=x\" must have a partition of 0 or more",
                "alps=; \"alps=\" must have a partition of 0 or more",
                "alps=1,alps=2; \"alps=2\" must not pin a domain twice",
                "alps=1,%61lps=1; \"%61lps=1\" must not pin a domain twice"
            })
    void namesTheMalformedEntry(String pins, String message) {
        assertThatThrownBy(() -> DomainPartitions.parse(pins))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesAPinBeyondTheTopicsPartitions() {
        var partitions = DomainPartitions.parse("alps=8");

        assertThatThrownBy(() -> partitions.partition("alps", 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"alps\"")
                .hasMessageContaining("partition 8")
                .hasMessageContaining("0 to 7");
        assertThatThrownBy(() -> partitions.partition("eiger", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partitions 0");
    }
}
