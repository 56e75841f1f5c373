/**
 * Scenarios in the words of a domain's records: files of policies, shares and hosts, and job events. The engine of the
 * application computes them in memory. This package holds no formulas. Start with {@link DomainScenario}.
 */
package io.fairway.scenario.domain;
