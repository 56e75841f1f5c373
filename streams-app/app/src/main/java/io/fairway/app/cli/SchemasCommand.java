package io.fairway.app.cli;

import io.fairway.app.runtime.KeptSchemas;
import io.fairway.schemas.KnownSchemas;
import io.fairway.schemas.RegistryCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway schemas}: compares the registry with the schemas that the application keeps, puts lost ones back, and prints those of topics. */
@Command(
        name = "schemas",
        mixinStandardHelpOptions = true,
        description = "Compare the schema registry with the schemas that the application keeps; put lost ones back.",
        footer = {"", "docs/trouble.md says when that is needed."})
public final class SchemasCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Print the kept schemas by id, and what the registry has under each.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:the registry has all of them",
                "1:it has another one, or none, under an id",
                "2:wrong command line"
            })
    int list(@Mixin ConfigOptions config) {
        KeptSchemas kept = KeptSchemas.of(config.reach());
        Map<Integer, RegistryCheck.Change> changes = kept.changes().stream()
                .collect(Collectors.toMap(change -> change.known().id(), change -> change));
        print(kept.all(), entry -> {
            RegistryCheck.Change change = changes.get(entry.id());
            return change == null ? "as it was" : change.now() == null ? "not there" : "now " + change.now();
        });
        return changes.isEmpty() ? 0 : 1;
    }

    @Command(
            name = "restore",
            mixinStandardHelpOptions = true,
            description = "Register the schemas that the registry lost, under the ids that they had.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:the registry has all of them",
                "1:an id has another schema now, or the registry gives out other ids",
                "2:wrong command line"
            })
    int restore(@Mixin ConfigOptions config) {
        List<KnownSchemas.Entry> restored = KeptSchemas.of(config.reach()).restore();
        print(restored, entry -> "put back");
        PrintWriter out = spec.commandLine().getOut();
        out.println(restored.size() + (restored.size() == 1 ? " schema" : " schemas") + " put back");
        out.flush();
        return 0;
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Print the Avro schema of the values of a topic, as this version registers it. It needs no"
                    + " registry.",
            footer = {
                "",
                "Examples:",
                "  fairway schemas get job-events > job-events.avsc",
                "  fairway schemas get --to schemas"
            })
    int get(
            @Parameters(paramLabel = "TOPIC", arity = "0..1", description = "A topic, with or without its prefix.")
                    @Nullable
                    String name,
            @Option(
                            names = "--to",
                            paramLabel = "FOLDER",
                            description = "Write the schemas of all topics there, as TOPIC.avsc.")
                    @Nullable
                    Path folder)
            throws IOException {
        SortedMap<String, String> schemas = TopicSchemas.byTopic();
        PrintWriter out = spec.commandLine().getOut();
        if ((name == null) == (folder == null)) {
            throw new ParameterException(spec.commandLine(), "say a TOPIC, or --to FOLDER for all of them");
        }
        if (folder != null) {
            Files.createDirectories(folder);
            for (Map.Entry<String, String> schema : schemas.entrySet()) {
                Files.writeString(folder.resolve(schema.getKey() + ".avsc"), schema.getValue());
            }
            out.println(schemas.size() + " schemas written to " + folder);
        } else {
            String schema = schemas.get(
                    String.valueOf(name).substring(String.valueOf(name).lastIndexOf('.') + 1));
            if (schema == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        name + ": no topic has this name and a schema; there are "
                                + String.join(", ", schemas.keySet()));
            }
            out.print(schema);
        }
        out.flush();
        return 0;
    }

    private void print(List<KnownSchemas.Entry> entries, Function<KnownSchemas.Entry, String> state) {
        PrintWriter out = spec.commandLine().getOut();
        entries.stream()
                .sorted(Comparator.comparingInt(KnownSchemas.Entry::id).thenComparing(KnownSchemas.Entry::topic))
                .forEach(entry -> out.printf(
                        "%6d  %-32s %-20s %s%n",
                        entry.id(),
                        entry.topic(),
                        new Schema.Parser().parse(entry.schema()).getName(),
                        state.apply(entry)));
        out.flush();
    }
}
