/**
 * Finds out who the caller is, what that caller may see, and how often it may ask. It knows nothing of paths or
 * domains. Start with {@link Authenticators}, then {@link Visibility}.
 */
package io.fairway.access;
