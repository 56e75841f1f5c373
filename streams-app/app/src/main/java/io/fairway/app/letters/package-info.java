/**
 * {@code fairway dead-letters}: what the application could not take, and sending it again. It corrects no record. Start with
 * {@link DeadLettersCommand}, then {@link DeadLetter}.
 */
package io.fairway.app.letters;
