/**
 * Tables, pages and screens as a terminal shows them, and CSV. It knows no question. Start with {@link Table}, then
 * {@link PlainWriter}.
 */
package io.fairway.client.table;
