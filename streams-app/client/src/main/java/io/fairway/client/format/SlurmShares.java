package io.fairway.client.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fairway.client.diff.ChargeRules;
import io.fairway.client.diff.RestShares;
import io.fairway.client.diff.ShareLine;
import io.fairway.client.diff.SshareReader;
import io.fairway.client.http.ApiException;
import io.fairway.client.table.LongLines;
import io.fairway.client.table.OutputOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where the fairshare of a Slurm comes from: sshare, slurmrestd, or a file with the output of either. */
public final class SlurmShares {
    private static final Duration ANSWER = Duration.ofSeconds(60);
    /** Up to v0.0.41 slurmrestd prints {@code Infinity}, which JSON does not have. */
    private static final ObjectMapper SLURM_JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private static final String TOKEN = "SLURM_JWT";
    private static final int MAX_SETTINGS = 1 << 20;

    /** What Slurm said: its lines, and what could not be read of them. */
    public record Read(List<ShareLine> lines, List<String> problems) {}

    @Option(
            names = "--sshare",
            paramLabel = "PROGRAM",
            description = "sshare, if it is not on the PATH. It runs with -a -l -m -P.")
    private String sshare = "sshare";

    @Option(
            names = "--scontrol",
            paramLabel = "PROGRAM",
            description = "scontrol, if it is not on the PATH. Beside sshare, it runs once with show config: how Slurm"
                    + " charges is a reason for differences.")
    private String scontrol = "scontrol";

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Read this output of `sshare -a -l -m -P`, or JSON of slurmrestd; - is standard input.")
    private @Nullable String file;

    @Option(
            names = "--slurmrestd",
            paramLabel = "URL",
            description =
                    "Ask slurmrestd, as in http://localhost:6820/slurm/v0.0.42; the token is SLURM_JWT in the environment.")
    private @Nullable String rest;

    public void check(CommandSpec spec) {
        OutputOptions.refuse(spec, file != null && rest != null, "--file and --slurmrestd: use one of them");
    }

    /**
     * Reads all of it.
     *
     * @throws ApiException if there is nothing to read, with the reason
     */
    public Read read() {
        if (rest != null) {
            return fromRest(rest);
        }
        return file == null ? fromProgram() : fromFile(file);
    }

    /** How this Slurm charges; unknown where the shares are not those of sshare itself, or scontrol does not say it. */
    public ChargeRules rules() {
        if (rest != null || file != null) {
            return ChargeRules.UNKNOWN;
        }
        try {
            Process process = new ProcessBuilder(scontrol, "show", "config")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            List<String> lines;
            try (InputStream out = process.getInputStream()) {
                lines = new String(out.readNBytes(MAX_SETTINGS), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
            }
            return process.waitFor() == 0 ? ChargeRules.parse(lines) : ChargeRules.UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted while waiting for " + scontrol);
        } catch (IOException e) {
            return ChargeRules.UNKNOWN;
        }
    }

    private Read fromProgram() {
        List<String> command = List.of(sshare, "-a", "-l", "-m", "-P");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            Read read;
            try (InputStream out = process.getInputStream()) {
                read = fromText(new LongLines(out), String.join(" ", command));
            }
            int status = process.waitFor();
            if (status != 0) {
                throw failed(String.join(" ", command) + " ended with status " + status);
            }
            return read;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted while waiting for " + sshare);
        } catch (IOException e) {
            throw failed(e.getMessage() + "; name sshare by --sshare, or its output by --file");
        }
    }

    private static Read fromFile(String name) {
        String place = name.equals("-") ? "standard input" : name;
        try (InputStream in = name.equals("-") ? System.in : Files.newInputStream(Path.of(name))) {
            LongLines lines = new LongLines(in);
            return lines.begins('{') ? fromJson(lines.rest(), place) : fromText(lines, place);
        } catch (IOException e) {
            throw failed(place + " cannot be read: " + e);
        }
    }

    private static Read fromRest(String url) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url.replaceAll("/+$", "") + "/shares"))
                    .timeout(ANSWER);
            String token = System.getenv(TOKEN);
            if (token != null && !token.isBlank()) {
                request.header("X-SLURM-USER-TOKEN", token.strip());
            }
            try (HttpClient client = http()) {
                HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
                if (response.statusCode() != 200) {
                    throw failed(url + "/shares answered with status " + response.statusCode());
                }
                return fromJson(response.body(), url);
            }
        } catch (IllegalArgumentException e) {
            throw failed("--slurmrestd " + url + ": must be a URL: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted while waiting for " + url);
        } catch (IOException e) {
            throw failed(url + " did not answer: " + e);
        }
    }

    /** slurmrestd answers an offer of HTTP/2 with a broken header. */
    private static HttpClient http() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static Read fromText(LongLines lines, String place) throws IOException {
        SshareReader reader = new SshareReader(place);
        for (String line = lines.next(); line != null; line = lines.next()) {
            reader.line(line);
        }
        return new Read(reader.lines(), reader.problems());
    }

    /** The JSON of slurmrestd, of any version. */
    public static JsonNode json(byte[] text) throws IOException {
        return SLURM_JSON.readTree(new String(text, StandardCharsets.UTF_8));
    }

    private static Read fromJson(byte[] text, String place) throws IOException {
        try {
            RestShares shares = new RestShares(json(text), place);
            return new Read(shares.lines(), shares.problems());
        } catch (JsonProcessingException e) {
            throw failed(place + ": is no JSON: " + e.getOriginalMessage());
        }
    }

    private static ApiException failed(String message) {
        return new ApiException(ApiException.NO_ANSWER, message);
    }
}
