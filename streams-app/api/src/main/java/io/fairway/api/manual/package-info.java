/**
 * The manual: the pages of {@code docs}, as they are read in a browser. It holds no words of its own, and knows nothing of
 * domains and questions. Start with {@link ManualPage}.
 */
@NullMarked
package io.fairway.api.manual;

import org.jspecify.annotations.NullMarked;
