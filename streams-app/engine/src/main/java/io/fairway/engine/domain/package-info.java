/**
 * One domain: its clock, and the switch over what comes in or falls due. It computes no usage and no fairshare itself.
 * Start with {@link DomainEngine}.
 */
package io.fairway.engine.domain;
