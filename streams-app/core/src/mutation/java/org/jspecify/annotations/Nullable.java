package org.jspecify.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stands in for JSpecify's in the build of the profile "mutation". A JVM up to 25 cannot redefine a record whose components
 * have annotations on their types (JDK-8376185), and PIT redefines classes; this one does not get into class files.
 */
@Target(ElementType.TYPE_USE)
@Retention(RetentionPolicy.SOURCE)
public @interface Nullable {}
