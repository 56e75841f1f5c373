/**
 * How fair a period was: what was delivered against what was due by the shares. It knows no policy: it measures what came out. Start with
 * {@link Fairness}. {@link MaxMinFair} divides a number fairly.
 */
package io.fairway.core.fairness;
