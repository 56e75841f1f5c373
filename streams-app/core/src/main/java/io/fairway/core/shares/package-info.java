/**
 * Share trees: accounts and users with their shares, laid out for policies to walk, and what is wrong with a share
 * table. It holds no usage and no formulas. Start with {@link ShareTree}.
 */
package io.fairway.core.shares;
