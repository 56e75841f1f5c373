package io.fairway.client.table;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Takes {@code -cpus} after {@code --sort} as what it is: picocli would take it for options of one letter. */
public final class SortColumn implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's own type
    public boolean preprocess(Stack<String> args, CommandSpec commandSpec, ArgSpec option, Map<String, Object> info) {
        if (args.isEmpty() || !args.peek().matches("-[^-].*")) {
            return false;
        }
        option.setValue(args.pop());
        return true;
    }
}
