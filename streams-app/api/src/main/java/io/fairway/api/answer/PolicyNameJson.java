package io.fairway.api.answer;

/** The policy of an answer. */
public record PolicyNameJson(String name, String state, String family, String algorithm, String factorName) {}
