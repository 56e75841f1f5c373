/**
 * Looks for traces of what charged usage wrongly before: in the events, the dead letters and the lines that are kept. It changes
 * nothing. Start with {@link SiteAudit}.
 */
@NullMarked
package io.fairway.app.audit;

import org.jspecify.annotations.NullMarked;
