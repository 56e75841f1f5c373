/**
 * The family of Moab and Maui: from records to the rules in {@code schedulers}, and back. It holds no formulas. Start
 * with {@link MoabFamily}.
 */
package io.fairway.policies.moab;
