/**
 * The list of families, one for each scheduler, and the trial of a policy before it holds. The only package that knows
 * them all; and the measures that the versions of policies define together. Start with {@link PolicyFamilies}.
 */
package io.fairway.policies.registry;
