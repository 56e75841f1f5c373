package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever adds a scheduler, a log format or a target calls these packages: what is public there says what it means. */
class JavadocTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "schemas/contract/src/main/java/io/fairway/schemas",
                "streams-app/core/src/main/java/io/fairway/core",
                "streams-app/records/src/main/java/io/fairway/records",
                "streams-app/schedulers/src/main/java/io/fairway/schedulers/lsf/fairshare",
                "streams-app/policies/src/main/java/io/fairway/policies/family",
                "streams-app/policies/src/main/java/io/fairway/policies/explain",
                "connectors/readers/src/main/java/io/fairway/readers/line",
                "connectors/readers/src/main/java/io/fairway/readers/TraceFormat.java",
                "connectors/readers/src/main/java/io/fairway/readers/Trace.java",
                "connectors/readers/src/main/java/io/fairway/readers/TraceSummary.java",
                "connectors/dispatcher/src/main/java/io/fairway/dispatcher/cluster",
                "connectors/dispatcher/src/main/java/io/fairway/dispatcher/order",
                "connectors/dispatcher/src/main/java/io/fairway/dispatcher/publish",
            })
    void whatOthersCallSaysWhatItMeans(String sources) throws IOException {
        assertThat(undocumented(Documents.ROOT.resolve(sources))).isEmpty();
    }

    private static List<String> undocumented(Path sources) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            Members members = new Members(DocTrees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                members.scan(unit, null);
            }
            return members.missing;
        }
    }

    /** Finds the public members without a comment, and the numbers of public records without a unit or a range. */
    private static final class Members extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private static final Pattern COMPACT = Pattern.compile("(?s)(@\\w+\\s+)*public \\w+ \\{.*");

        private final List<String> missing = new ArrayList<>();
        private final DocTrees docs;

        Members(DocTrees docs) {
            this.docs = docs;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            if (!isPublic(type.getModifiers())) {
                return null;
            }
            check(type.getSimpleName().toString());
            if (type.getKind() == Tree.Kind.RECORD) {
                numbers(type);
            }
            return super.visitClass(type, null);
        }

        private void numbers(ClassTree type) {
            DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
            Set<String> named = comment == null
                    ? Set.of()
                    : comment.getBlockTags().stream()
                            .filter(tag -> tag.getKind() == DocTree.Kind.PARAM)
                            .map(tag -> ((ParamTree) tag).getName().getName().toString())
                            .collect(Collectors.toSet());
            for (Tree member : type.getMembers()) {
                if (member instanceof VariableTree field
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC)
                        && field.getType() instanceof PrimitiveTypeTree
                        && !named.contains(field.getName().toString())) {
                    missing.add(at(member) + "@param " + field.getName());
                }
            }
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
            if (isPublic(method.getModifiers()) && !overrides && !isCompact(method)) {
                check(method.getName().toString());
            }
            return null;
        }

        @Override
        public @Nullable Void visitVariable(VariableTree field, @Nullable Void none) {
            if (isPublic(field.getModifiers())) {
                check(field.getName().toString());
            }
            return null;
        }

        private void check(String name) {
            if (docs.getDocComment(getCurrentPath()) == null) {
                missing.add(at(getCurrentPath().getLeaf()) + name);
            }
        }

        /** Members of an interface are public without the word. */
        private boolean isPublic(ModifiersTree modifiers) {
            Tree above = getCurrentPath().getParentPath().getLeaf();
            return modifiers.getFlags().contains(Modifier.PUBLIC)
                    || (above.getKind() == Tree.Kind.INTERFACE
                            && !modifiers.getFlags().contains(Modifier.PRIVATE));
        }

        /** A record's own constructor without parameters: the comment of the record has them. */
        private boolean isCompact(MethodTree method) {
            return COMPACT.matcher(source(method)).matches();
        }

        private String source(Tree tree) {
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            SourcePositions at = docs.getSourcePositions();
            try {
                return unit.getSourceFile()
                        .getCharContent(true)
                        .subSequence((int) at.getStartPosition(unit, tree), (int) at.getEndPosition(unit, tree))
                        .toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private String at(Tree tree) {
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            long line =
                    unit.getLineMap().getLineNumber(docs.getSourcePositions().getStartPosition(unit, tree));
            return Path.of(unit.getSourceFile().getName()).getFileName() + ":" + line + " ";
        }
    }
}
