/**
 * The list of families, one for each scheduler, and the trial of a policy before it holds. The only package that knows
 * them all. Start with {@link PolicyFamilies}.
 */
package io.fairway.policies.registry;
