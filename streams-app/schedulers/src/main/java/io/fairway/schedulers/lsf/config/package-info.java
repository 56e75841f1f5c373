/**
 * Settings of LSF by their names, and what is wrong with a value. It reads no file. Start with {@link LsfSettings}.
 */
package io.fairway.schedulers.lsf.config;
