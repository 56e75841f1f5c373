package io.fairway.system.docs;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import io.fairway.engine.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * What the tests' {@link io.fairway.engine.Rule} annotations say. The compiler reads them from the sources: no class path has
 * the tests of all modules.
 */
final class RuleTests {
    /** A test of a class in a file, and the rows of a document that one of its annotations names. */
    record Claim(Document document, Set<Integer> rows, String cases, Path file, String method) {
        /** As the page names the test. */
        String test() {
            return file.getFileName().toString().replace(".java", "") + "." + method;
        }
    }

    private RuleTests() {}

    /** By class, and within it in the order of the source. */
    static List<Claim> all() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Claim> claims = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (Path source : sources()) {
                JavacTask task = (JavacTask) compiler.getTask(
                        null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(source));
                for (CompilationUnitTree unit : task.parse()) {
                    new Scan(source, claims).scan(unit, null);
                }
            }
        }
        return claims;
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : Documents.modules()) {
            Path root = module.resolve("src/test/java");
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        if (Files.readString(file).contains("@Rule(")) {
                            sources.add(file);
                        }
                    }
                }
            }
        }
        sources.sort((one, other) -> one.getFileName().compareTo(other.getFileName()));
        return sources;
    }

    private static final class Scan extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final Path file;
        private final List<Claim> claims;

        Scan(Path file, List<Claim> claims) {
            this.file = file;
            this.claims = claims;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            for (AnnotationTree annotation : method.getModifiers().getAnnotations()) {
                if (annotation.getAnnotationType().toString().equals("Rule")) {
                    claims.add(claim(method, annotation));
                }
            }
            return super.visitMethod(method, null);
        }

        private Claim claim(MethodTree method, AnnotationTree annotation) {
            Map<String, ExpressionTree> said = new HashMap<>();
            for (ExpressionTree argument : annotation.getArguments()) {
                AssignmentTree assignment = (AssignmentTree) argument;
                said.put(assignment.getVariable().toString(), assignment.getExpression());
            }
            String document = String.valueOf(said.get("document"));
            return new Claim(
                    Document.valueOf(document.substring(document.lastIndexOf('.') + 1)),
                    RowNumbers.of(text(said.get("rows"))),
                    said.containsKey("cases") ? text(said.get("cases")) : "",
                    file,
                    method.getName().toString());
        }

        private String text(@Nullable ExpressionTree literal) {
            if (literal instanceof LiteralTree text && text.getValue() instanceof String value) {
                return value;
            }
            throw new IllegalStateException(file + ": " + literal + " of @Rule must be a text");
        }
    }
}
