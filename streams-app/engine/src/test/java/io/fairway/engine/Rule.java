package io.fairway.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the rules of a scheduler's document that a test sends through the pipeline. The column <i>test on the stream</i> in
 * section 11 of {@code docs/policies.md} is written from these annotations. Its test fails where a rule lacks one.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
@Repeatable(Rule.All.class)
public @interface Rule {
    Document document();

    /** Numbers of the page's column <i>rows</i>, such as {@code 3, 7-9}. {@code +1} is a rule that the document leaves out. */
    String rows();

    /** The cases of a golden file that show these rules, such as {@code DP-01, DP-03}. */
    String cases() default "";

    /** What the compiler makes of several. */
    @Retention(RetentionPolicy.SOURCE)
    @Target(ElementType.METHOD)
    @interface All {
        Rule[] value();
    }
}
