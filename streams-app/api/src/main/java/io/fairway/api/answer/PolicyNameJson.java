package io.fairway.api.answer;

/** Which policy an answer is of. */
public record PolicyNameJson(String name, String state, String family, String algorithm, String factorName) {}
