package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.fairway.client.http.Api;
import io.fairway.client.table.Terms;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Waiting jobs in the columns of Slurm's sprio and squeue. */
final class Sprio {
    private static final String SQUEUE_DEFAULT = "%.18i %.9P %.8j %.8u %.2t %.16p %.10Q";
    private static final int WIDEST_NUMBER = 18;

    private Sprio() {}

    /**
     * The format of sprio without {@code -o}: the columns that have a weight in this answer; with {@code -l}, all columns.
     *
     * @param normalised factors instead of points, {@code -n}
     */
    static LetterFormat columns(JsonNode answer, boolean all, boolean normalised) {
        List<String> names = Terms.names(answer.path("items")).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        StringBuilder format = new StringBuilder("%.15i %9r").append(all ? " %.8u" : "");
        String letters = normalised ? "yabfjpq" : "YABFJPQ";
        String[] components = {"", "age", "assoc", "fairshare", "jobsize", "partition", "qos"};
        for (int i = 0; i < components.length; i++) {
            if (i == 0 || all || names.contains(components[i])) {
                format.append(" %.10").append(letters.charAt(i));
            }
            if (i == 0 && !normalised) {
                format.append(" %.10S");
            }
        }
        if (all && !normalised) {
            format.append(" %.11N");
        }
        if (all || names.contains("tres")) {
            format.append(normalised ? " %.20t" : " %.20T");
        }
        return LetterFormat.of(format.toString(), SprioFields.SPRIO);
    }

    static void print(JsonNode answer, LetterFormat format, boolean weights, boolean header, TextPage page) {
        if (header) {
            page.raw(format.line(SprioFields::sprioTitle));
        }
        if (weights) {
            JsonNode terms = weights(answer);
            page.raw(format.line(letter -> SprioFields.weight(letter, terms)));
            return;
        }
        format.lines(byNumber(answer), SprioFields::sprio).forEach(page::raw);
    }

    static void squeue(JsonNode answer, @Nullable String format, boolean header, TextPage page) {
        LetterFormat letters = LetterFormat.of(format == null ? SQUEUE_DEFAULT : format, SprioFields.SQUEUE);
        if (header) {
            page.raw(letters.line(SprioFields::squeueTitle));
        }
        letters.lines(answer.path("items"), SprioFields::squeue).forEach(page::raw);
    }

    /** The terms of all jobs, with their weights. Not every job has every term. */
    private static JsonNode weights(JsonNode answer) {
        ArrayNode terms = Api.JSON.createArrayNode();
        answer.path("items")
                .forEach(job -> job.path("terms").forEach(term -> {
                    if (Terms.named(terms, term.path("name").asText()).isMissingNode()) {
                        terms.add(term);
                    }
                }));
        return terms;
    }

    /** Jobs as sprio lists them: by id, without held and ineligible jobs. */
    private static List<JsonNode> byNumber(JsonNode answer) {
        List<JsonNode> jobs = new ArrayList<>();
        for (JsonNode job : answer.path("items")) {
            if (!job.path("held").asBoolean() && job.path("eligible").asBoolean(true)) {
                jobs.add(job);
            }
        }
        jobs.sort(Comparator.comparing((JsonNode job) -> number(job.path("job").asText()))
                .thenComparing(job -> job.path("job").asText()));
        return jobs;
    }

    private static long number(String id) {
        String digits = id.replaceFirst("\\D.*", "");
        return digits.isEmpty() || digits.length() > WIDEST_NUMBER ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
