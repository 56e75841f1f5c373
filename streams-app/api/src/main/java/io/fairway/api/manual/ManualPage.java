package io.fairway.api.manual;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;
import org.jspecify.annotations.Nullable;

/**
 * One page of the manual. Pages and pictures have the names that they have in {@code docs}, so that a link from page to page
 * is the same here and there. A link to what is not shipped is shown as text.
 *
 * @param title the first heading
 * @param html the whole document
 */
public record ManualPage(String title, String html) {
    /** The name of the page that leads to all others. */
    public static final String INDEX = "README.md";

    private static final String GLOSSARY = "glossary.md";
    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final Pattern NAME = Pattern.compile("(?:[a-z0-9-]+/)?[A-Za-z0-9-]+\\.(?:md|svg|png)");
    private static final Pattern TITLE = Pattern.compile("(?m)^# (.*)$");
    /** Each page once: to make a large one takes some ten milliseconds, and anybody may ask. There are as many as files. */
    private static final Map<String, ManualPage> MADE = new ConcurrentHashMap<>();

    private static final Pattern ELSEWHERE = Pattern.compile("(?:https?:|mailto:|#).*");

    /**
     * The bytes of a page or a picture; null = there is none of that name.
     *
     * @param name its path below {@code docs}
     */
    public static byte @Nullable [] bytes(String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            return null;
        }
        try (InputStream in = ManualPage.class.getResourceAsStream("pages/" + name)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    /**
     * A page; null = there is none of that name.
     *
     * @param name its path below {@code docs}; {@code .md} may be left out, as runbook addresses do
     */
    public static @Nullable ManualPage of(String name) throws IOException {
        String file = name.contains(".") ? name : name + ".md";
        ManualPage made = MADE.get(file);
        if (made != null) {
            return made;
        }
        byte[] text = file.endsWith(".md") ? bytes(file) : null;
        if (text == null) {
            return null;
        }
        ManualPage page = of(file, new String(text, StandardCharsets.UTF_8));
        MADE.put(file, page);
        return page;
    }

    static ManualPage of(String name, String text) {
        Node page = PARSER.parse(text);
        page.accept(new Unshipped(name));
        IdGenerator anchors = IdGenerator.builder().build();
        // A wide table moves by itself, and the page stays. A term of the glossary has no heading, so its row is the
        // anchor.
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof TableBlock && tag.equals("table")) {
                        attributes.put("tabindex", "0");
                    } else if (node instanceof TableRow && name.equals(GLOSSARY)) {
                        attributes.put("id", anchors.generateId(textOf(node.getFirstChild())));
                    }
                })
                .build();
        String title = TITLE.matcher(text)
                .results()
                .map(heading -> heading.group(1))
                .findFirst()
                .orElse(name);
        return new ManualPage(title, document(title, "../".repeat(name.split("/").length), renderer.render(page)));
    }

    /** @param top the way to the page of the application, because that may be below a path of its own */
    private static String document(String title, String top, String body) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s · Fairway</title>
                <link rel="icon" href="%2$sicon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="%2$scss/base.css">
                <link rel="stylesheet" href="%2$scss/parts.css">
                <link rel="stylesheet" href="%2$scss/manual.css">
                </head>
                <body class="manual">
                <a class="skip" href="#main">Skip to the content</a>
                <header id="top"><div class="bar"><a class="brand" href="%2$s">Fairway</a><a href="%2$smanual/">Manual</a></div></header>
                <main id="main" tabindex="-1">
                %3$s</main>
                </body>
                </html>
                """.formatted(title.replace("&", "&amp;").replace("<", "&lt;"), top, body);
    }

    private static String textOf(Node cell) {
        TextContentRenderer renderer = TextContentRenderer.builder().build();
        StringBuilder text = new StringBuilder();
        for (Node child = cell.getFirstChild(); child != null; child = child.getNext()) {
            renderer.render(child, text);
        }
        return text.toString();
    }

    /** Leaves the text of links that lead to files which are not shipped. */
    private static final class Unshipped extends AbstractVisitor {
        private final String directory;

        Unshipped(String name) {
            directory = name.contains("/") ? name.substring(0, name.lastIndexOf('/') + 1) : "";
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            if (!isShipped(link.getDestination())) {
                for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
                    link.insertBefore(child);
                }
                link.unlink();
            }
        }

        private boolean isShipped(String destination) {
            if (ELSEWHERE.matcher(destination).matches()) {
                return true;
            }
            String file = destination.replaceFirst("#.*", "");
            String name = URI.create(directory + file).normalize().toString();
            return NAME.matcher(name).matches() && ManualPage.class.getResource("pages/" + name) != null;
        }
    }
}
