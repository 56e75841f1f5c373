/** A domain with something changed: what a question asks, and nobody did. Start with {@link WhatIf}. */
package io.fairway.reading.whatif;
