/**
 * What all programs share that take the knowledge of a scheduler to the topics. It holds no scheduler's words: those are in
 * the packages below it and in {@code io.fairway.readers}. Start with {@link FactSender}, then {@link CollectConfig}.
 */
package io.fairway.collect;
