/**
 * What the operations of the API answer: a record for each schema of {@code openapi.yaml}, with the schema's name and Json,
 * and the same members in the order of the answer. Null and NaN are written as null. No arithmetic and no stores.
 * Start with {@link FairshareListJson}.
 */
package io.fairway.api.answer;
