/**
 * The list of families, one for each scheduler, and the trial of a policy before it holds. And the measures that the
 * versions of policies define together. Only this package knows them all. It holds no formulas. Start with
 * {@link PolicyFamilies}.
 */
package io.fairway.policies.registry;
