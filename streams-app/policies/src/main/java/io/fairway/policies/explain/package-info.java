/** Why a factor or a priority is what it is, in sentences: what it is made of, what would change it, when it recovers. */
package io.fairway.policies.explain;
