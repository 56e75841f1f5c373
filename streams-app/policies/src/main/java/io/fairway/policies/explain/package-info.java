/**
 * Says why a factor or a priority is what it is: what it is made of, what would change it, when it recovers. It
 * computes no priorities. Start with {@link Outlook}.
 */
package io.fairway.policies.explain;
