/**
 * The family of LSF: from records to the rules in {@code schedulers}, and back. It holds no formulas. Start with
 * {@link LsfFamily}.
 */
package io.fairway.policies.lsf;
