package io.fairway.client.format;

import io.fairway.client.table.ColumnOptions;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What {@code --format} may name: a tool whose columns an answer has, or columns of the table.
 *
 * @param <F> the tools
 */
public abstract class ToolNames<F extends Enum<F>> implements Iterable<String> {
    private final List<F> tools;

    protected ToolNames(Class<F> tools) {
        this.tools = List.of(tools.getEnumConstants());
    }

    /** The tool of a name, in any case. */
    private Optional<F> find(String name) {
        return tools.stream()
                .filter(tool -> tool.toString().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The tool of this name; another one where it names columns. */
    public F tool(String name, F otherwise) {
        return find(name).orElse(otherwise);
    }

    /** The columns that it names; none where it names a tool. */
    public List<String> columns(String name) {
        return find(name).isPresent() ? List.of() : ColumnOptions.of(name);
    }

    /** The tools, for completion. */
    @Override
    public Iterator<String> iterator() {
        return tools.stream().map(Enum::toString).iterator();
    }
}
