package io.fairway.agent.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobMessageTest {
    @Test
    void aLineIsReadBackAsItWasMeant() {
        JobMessage message =
                new JobMessage(JobMessage.Verb.START, Map.of("job", "12[3]", "name", "über 100 %\n", "run", "5.25"));
        assertThat(message.line()).isEqualTo("start job=12[3] name=%C3%BCber%20100%20%25%0A run=5.25");
        assertThat(JobMessage.parse(message.line())).isEqualTo(message);
        assertThat(message.millis("run")).isEqualTo(5_250L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| \"\": must be start or finish",
                "begin job=1| \"begin\": must be start or finish",
                "start| job: must be given",
                "start job=| job: must not be empty",
                "start job| \"job\": must be KEY=VALUE",
                "start job=1 jobb=2| \"jobb=2\": must be KEY=VALUE with a key of account",
                "start job=1 job=2| job: must be given once",
                "start job=1 run=yesterday| run \"yesterday\": must be epoch seconds",
                "start job=1 run=-1| run \"-1\": must be epoch seconds",
                "start job=1 time=1763000000000| time \"1763000000000\": must be epoch seconds",
                "start job=1 pid=0| pid \"0\": must be the id of a process",
                "start job=1 tres=cpu| tres \"cpu\": must be NAME=COUNT",
                "start job=1 tres=cpu=1e9999| tres \"cpu=1e9999\": must be NAME=COUNT",
                "start job=1 name=%zz| \"%zz\": % must be followed by two hexadecimal digits",
                "start job=1 name=%| \"%\": % must be followed by two hexadecimal digits",
                "start job=1 name=%FF| \"%FF\": must be UTF-8"
            })
    void aBadMessageNamesTheValueAndTheRule(String line, String message) {
        assertThatThrownBy(() -> JobMessage.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
