/**
 * A domain with something changed: what a question asks, and nobody did. It stores and sends nothing. Start with
 * {@link WhatIf}.
 */
package io.fairway.reading.whatif;
