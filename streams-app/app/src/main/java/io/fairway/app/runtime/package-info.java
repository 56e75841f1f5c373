/**
 * The running application: configuration, start, stop, restart of threads, and its HTTP server. It holds no rules of a
 * domain. Start with {@link FairwayApp}, then {@link FairwayConfig}.
 */
package io.fairway.app.runtime;
