package io.fairway.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ApiTest {
    @Test
    void anAuthorityThatIsNotTrustedIsSaidWithTheWayOut() {
        String javas = "(certificate_unknown) PKIX path building failed: sun.security.provider.certpath."
                + "SunCertPathBuilderException: unable to find valid certification path to requested target";

        assertThat(Api.plain(new SSLHandshakeException(javas)))
                .isEqualTo("the authority of its certificate is not trusted here. Name a file that has it by"
                        + " FAIRWAY_JAVA_OPTS=-Djavax.net.ssl.trustStore=FILE (docs/security.md)");
    }

    @Test
    void anyOtherFailureIsSaidWithoutNamesOfClasses() {
        assertThat(Api.plain(new IOException("java.io.EOFException: unexpected end")))
                .isEqualTo("unexpected end");
        assertThat(Api.plain(new SSLHandshakeException("Received fatal alert: protocol_version")))
                .isEqualTo("Received fatal alert: protocol_version");
    }
}
