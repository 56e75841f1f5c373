/**
 * Decayed usage as lines: exact sums that do not depend on the order of what is added. It knows time only as an
 * argument, and nothing of jobs or policies. Start with {@link Line}, then {@link DecayLaw}.
 */
package io.fairway.core.usage;
