/** Questions and where their keys live: which instance holds a domain, what its stores say, how fresh that is. */
package io.fairway.api.query;
