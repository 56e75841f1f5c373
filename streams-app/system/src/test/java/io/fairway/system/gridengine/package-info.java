/** Fairway's reader beside a real Grid Engine. Start with {@code GridEngineIT}. */
package io.fairway.system.gridengine;
