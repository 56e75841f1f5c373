package io.fairway.connect.files;

import io.fairway.connect.follow.LogContent;
import io.fairway.connect.follow.LogPlace;
import io.fairway.connect.follow.Sighting;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.PatternSyntaxException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that an absolute path with wildcards names, such as {@code /var/log/slurm/jobcomp.log*}. {@code *}, {@code ?},
 * {@code [...]} and <code>{...}</code> stand within one part of the path, as in {@link Files#newDirectoryStream(Path, String)}.
 */
public final class LogFiles implements LogPlace {
    private static final Logger LOG = LoggerFactory.getLogger(LogFiles.class);
    private static final String GZIP = ".gz";

    private final String pattern;
    private final Path root;
    private final List<String> parts;

    private LogFiles(String pattern, Path root, List<String> parts) {
        this.pattern = pattern;
        this.root = root;
        this.parts = parts;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is not absolute, or no pattern
     */
    public static LogFiles of(String pattern) {
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("path \"" + pattern + "\": must begin with /");
        }
        Path root = Path.of("/");
        List<String> parts = List.of(pattern.substring(1).split("/", -1)).stream()
                .filter(part -> !part.isEmpty())
                .toList();
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("path \"" + pattern + "\": must name files");
        }
        try {
            parts.forEach(part -> root.getFileSystem().getPathMatcher("glob:" + part));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("path \"" + pattern + "\": " + e.getMessage(), e);
        }
        return new LogFiles(pattern, root, parts);
    }

    @Override
    public List<Sighting> list() throws IOException {
        List<Path> found = List.of(root);
        for (String part : parts) {
            List<Path> next = new ArrayList<>();
            for (Path directory : found) {
                next.addAll(matching(directory, part));
            }
            found = next;
        }
        List<Sighting> files = new ArrayList<>();
        for (Path path : found) {
            look(path, files);
        }
        return files;
    }

    private static List<Path> matching(Path directory, String part) throws IOException {
        if (part.chars().noneMatch(c -> "*?[{\\".indexOf(c) >= 0)) {
            Path path = directory.resolve(part);
            return Files.exists(path) ? List.of(path) : List.of();
        }
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, part)) {
            entries.forEach(paths::add);
        } catch (NotDirectoryException | NoSuchFileException e) {
            // A file where the pattern has a directory, or gone meanwhile.
        } catch (AccessDeniedException e) {
            LOG.warn("{}: must be readable for the account that runs the worker", directory);
        }
        return paths;
    }

    private static void look(Path path, List<Sighting> files) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isRegularFile()) {
                files.add(new Sighting(
                        path.toString(),
                        Objects.toString(attributes.fileKey(), ""),
                        attributes.size(),
                        attributes.lastModifiedTime().toMillis(),
                        path.toString().endsWith(GZIP)));
            }
        } catch (IOException e) {
            LOG.debug("{} is gone since it was listed", path, e);
        }
    }

    @Override
    public LogContent open(Sighting file) throws IOException {
        Path path = Path.of(file.path());
        return file.compressed() ? new GzipContent(path) : new PlainContent(path);
    }

    @Override
    public String toString() {
        return pattern;
    }
}
