package io.fairway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Isolated("It reads what everybody logs.")
class TokenFileTest {
    private static final String TOKEN = "fairway_secret-of-anna";
    /** SHA-256 of "abc", as FIPS 180-2 gives it. */
    private static final String HASH_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private final AtomicLong clock =
            new AtomicLong(Instant.parse("2026-11-21T12:00:00Z").toEpochMilli());

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private Path write(String... lines) throws IOException {
        return write(directory.resolve("tokens"), lines);
    }

    private static Path write(Path file, String... lines) throws IOException {
        Files.write(file, List.of(lines));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Authenticator authenticator(Path file) {
        return Authenticators.of(new TokenFile(file, clock::get), null);
    }

    private static Denied denied(Authenticator authenticator, @Nullable String header) {
        return catchThrowableOfType(Denied.class, () -> authenticator.authenticate(header));
    }

    @Test
    void knowsCallersByTheirTokens() throws IOException {
        Authenticator authenticator = authenticator(write(
                "# who may ask",
                "",
                "name=anna role=user sha256=" + HASH_OF_ABC,
                "  name=ben role=coordinator accounts=cms,atlas sha256=" + Tokens.hash("b"),
                "name=ops role=operator expires=2026-11-21T12:00:01Z sha256="
                        + Tokens.hash("c").toUpperCase(java.util.Locale.ROOT)));
        assertThat(authenticator.authenticate("Bearer abc")).isEqualTo(Caller.user("anna"));
        assertThat(authenticator.authenticate("bearer  b "))
                .isEqualTo(new Caller(
                        "ben", Role.COORDINATOR, Set.of(Coordinated.parse("cms"), Coordinated.parse("atlas"))));
        assertThat(authenticator.authenticate("Bearer c")).isEqualTo(new Caller("ops", Role.OPERATOR, Set.of()));
        clock.addAndGet(1_000);
        assertThat(denied(authenticator, "Bearer c").detail())
                .isEqualTo("the token has expired, at 2026-11-21T12:00:01Z");
    }

    @Test
    void deniesWhatNamesNobodyAndSaysWhy() throws IOException {
        Authenticator authenticator = authenticator(write("name=anna role=user sha256=" + HASH_OF_ABC));
        for (String header : new @Nullable String[] {null, "", "Basic YW5uYTphYmM=", "Bearer", "Bearer "}) {
            Denied missing = denied(authenticator, header);
            assertThat(missing.status()).isEqualTo(401);
            assertThat(missing.challenge()).as("%s", header).isEqualTo("Bearer realm=\"fairway\"");
            assertThat(missing.detail()).contains("Bearer").doesNotContain("YW5uYTphYmM=");
        }
        for (String token : List.of("abcd", "ab", "ABC", HASH_OF_ABC, "a.b.c", "x".repeat(20_000))) {
            Denied invalid = denied(authenticator, "Bearer " + token);
            assertThat(invalid.status()).isEqualTo(401);
            assertThat(invalid.detail()).doesNotContain(token);
            assertThat(invalid.challenge()).contains("error=\"invalid_token\"").doesNotContain(token);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name=anna role=user                          | needs sha256=...",
                "role=user sha256=HASH                        | needs name=...",
                "name=anna sha256=HASH                        | needs role=...",
                "name=anna role=boss sha256=HASH              | role must be user, coordinator or operator",
                "name=anna role=coordinator sha256=HASH       | role=coordinator needs accounts=ACCOUNT,ACCOUNT...",
                "name=anna role=user accounts=a sha256=HASH   | accounts is for role=coordinator only",
                "name=anna role=coordinator accounts=a,, sha256=HASH | accounts must be account names",
                "name=anna role=user sha256=TOKEN             | sha256 must be the SHA-256 of the token, 64 hexadecimal digits",
                "name=anna role=user token=TOKEN              | unknown key token; keys are name, role, accounts, expires, sha256",
                "name=anna role=user TOKEN                    | word 3 is not KEY=VALUE",
                "name=anna role=user c2VjcmV0==               | word 3 is not KEY=VALUE",
                "name=anna name=ben role=user sha256=HASH     | key name is said twice",
                "name=anna role=user expires=soon sha256=HASH | expires must be an instant",
            })
    void refusesALineWithFileAndLineAndWithoutItsSecrets(String line, String rule) throws IOException {
        Path file = write("# first", line.replace("HASH", HASH_OF_ABC).replace("TOKEN", TOKEN));
        assertThatThrownBy(() -> authenticator(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ", line 2: ")
                .hasMessageContaining(rule)
                .hasMessageNotContainingAny(TOKEN, "c2VjcmV0", "soon");
    }

    @Test
    void refusesATokenOfTwo() throws IOException {
        Path file = write("name=anna role=user sha256=" + HASH_OF_ABC, "name=ben role=user sha256=" + HASH_OF_ABC);
        assertThatThrownBy(() -> authenticator(file)).hasMessage(file + ", line 2: line 1 has the same token");
        assertThatThrownBy(() -> authenticator(directory.resolve("none")))
                .hasMessageContainingAll("token file", "none", "cannot be read");
    }

    @Test
    void readsTheFileAgainWhenItHasChangedAndKeepsTheOldOneWhenTheNewIsBad() throws IOException {
        Path file = write("name=anna role=user sha256=" + HASH_OF_ABC);
        try (Logged logged = new Logged()) {
            Authenticator authenticator = authenticator(file);
            write("name=anna role=operator sha256=" + HASH_OF_ABC);
            assertThat(authenticator.authenticate("Bearer abc").role()).isEqualTo(Role.USER);
            clock.addAndGet(1_000);
            assertThat(authenticator.authenticate("Bearer abc").role()).isEqualTo(Role.OPERATOR);

            write("name=anna role=operator sha256=" + HASH_OF_ABC, "name=ben role=user token=" + TOKEN);
            clock.addAndGet(1_000);
            assertThat(authenticator.authenticate("Bearer abc").role()).isEqualTo(Role.OPERATOR);
            assertThat(logged.texts())
                    .anyMatch(text -> text.startsWith("ERROR")
                            && text.contains(file + ", line 2: unknown key token")
                            && text.contains("the old one stays"));

            Files.delete(file);
            clock.addAndGet(1_000);
            assertThat(authenticator.authenticate("Bearer abc").role()).isEqualTo(Role.OPERATOR);

            write("name=ben role=user sha256=" + Tokens.hash(TOKEN));
            clock.addAndGet(1_000);
            assertThat(authenticator.authenticate("Bearer " + TOKEN)).isEqualTo(Caller.user("ben"));
            assertThat(denied(authenticator, "Bearer abc").status()).isEqualTo(401);
            assertThat(logged.texts()).noneMatch(text -> text.contains(TOKEN));
        }
    }

    @Test
    void warnsOfAFileThatOthersReadOrChange() throws IOException {
        Path file = write("name=anna role=user sha256=" + HASH_OF_ABC);
        try (Logged logged = new Logged()) {
            authenticator(file);
            assertThat(logged.texts()).noneMatch(text -> text.startsWith("WARN"));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
            authenticator(file);
            assertThat(logged.texts())
                    .contains("WARN " + file + ": can be read by everybody, and be changed by others than its owner;"
                            + " chmod 600 (or 640) is enough");
        }
    }

    @Test
    void theCommandMakesATokenAndItsLine() throws IOException {
        StringWriter out = new StringWriter();
        int exit = new CommandLine(new TokenCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .execute("ben", "--role", "coordinator", "--account", "cms", "--account", "atlas");
        assertThat(exit).isZero();
        List<String> lines = out.toString().lines().toList();
        String token = lines.get(0).substring("token: ".length());
        String line = lines.get(1).substring("line:  ".length());
        assertThat(token).matches("fairway_[A-Za-z0-9_-]{43}");
        assertThat(line)
                .startsWith("name=ben role=coordinator accounts=atlas,cms sha256=")
                .doesNotContain(token);
        assertThat(authenticator(write(line)).authenticate("Bearer " + token))
                .isEqualTo(new Caller(
                        "ben", Role.COORDINATOR, Set.of(Coordinated.parse("cms"), Coordinated.parse("atlas"))));
    }

    @Test
    void theCommandRefusesWhatTheFileWould() {
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new TokenCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(err))
                .execute("ben", "--role", "coordinator");
        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).contains("role=coordinator needs accounts=");
    }
}
