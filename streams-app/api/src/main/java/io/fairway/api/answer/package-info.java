/**
 * What the operations of the API answer. Each schema of {@code openapi.yaml} has a record of the same name with the same
 * members; their order is that of the answer. The schema says what a member means, and in which unit. Null and NaN are
 * written as null; an annotation says which members are left out instead. {@link io.fairway.api.query.Json} writes them.
 */
package io.fairway.api.answer;
