/**
 * What all programs share that take the knowledge of a scheduler to the topics: {@link CollectConfig} and
 * {@link FactSender}. It holds no scheduler's words: those are in the packages below it and in {@code io.fairway.readers}.
 */
package io.fairway.collect;
