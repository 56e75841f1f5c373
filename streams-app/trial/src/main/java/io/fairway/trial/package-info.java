/**
 * What the commands of this module run on: the application in a process of its own, to kill and restart. It measures
 * nothing. Start with {@link AppProcess}.
 */
package io.fairway.trial;
