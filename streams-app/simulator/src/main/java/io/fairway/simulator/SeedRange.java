package io.fairway.simulator;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Seeds from one to another, both included: {@code 1..100000}, or one alone: {@code 4711}. */
record SeedRange(long first, long last) {
    SeedRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "seeds " + first + ".." + last + ": the first must be 0 or more, and the last not less");
        }
    }

    long count() {
        return last - first + 1;
    }

    static SeedRange parse(String text) {
        String[] ends = text.split("\\.\\.", -1);
        try {
            return switch (ends.length) {
                case 1 -> new SeedRange(Long.parseLong(ends[0]), Long.parseLong(ends[0]));
                case 2 -> new SeedRange(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
                default -> throw malformed(text);
            };
        } catch (NumberFormatException wrong) {
            throw malformed(text);
        }
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException("seeds '" + text + "': must be a number, or two such as 1..1000");
    }

    /** For picocli, which then names the option. */
    static final class Converter implements ITypeConverter<SeedRange> {
        @Override
        public SeedRange convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException wrong) {
                throw new TypeConversionException(String.valueOf(wrong.getMessage()));
            }
        }
    }
}
