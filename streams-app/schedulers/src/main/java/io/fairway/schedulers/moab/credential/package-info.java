/**
 * Users, groups, accounts, classes and QOS as Moab has them. It computes nothing. Start with {@link Credential}.
 */
package io.fairway.schedulers.moab.credential;
