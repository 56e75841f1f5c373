/**
 * {@code fairway demo}: a simulated cluster whose users always want more than they get, through the real broker, the real
 * pipeline and the reference dispatcher, with a table to watch and a verdict at the end.
 */
package io.fairway.system.demo;
