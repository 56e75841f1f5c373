/**
 * What every fairshare algorithm takes and returns, with the terms of an explanation. The algorithms themselves are not
 * here. Start with {@link FairshareAlgorithm}.
 */
package io.fairway.core.policy;
