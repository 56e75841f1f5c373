/**
 * Usage as lines that decay, and in rings of windows: exact sums that do not depend on the order of what is added; and
 * the instants at which usage begins anew. It knows time only as an argument, and nothing of jobs or policies. Start with
 * {@link Line}, then {@link DecayLaw}.
 */
package io.fairway.core.usage;
