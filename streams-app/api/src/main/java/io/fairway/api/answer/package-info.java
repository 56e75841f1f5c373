/**
 * What the operations of the API answer: a record for each schema of {@code openapi.yaml}, of the same name, with the same
 * members in the order in which they are written. What a member means, and its unit, is said there; {@link
 * io.fairway.api.query.Json} says how values are written. {@code null}, and a number that is not a number, is written as
 * null; a member that is left out instead says so.
 */
package io.fairway.api.answer;
